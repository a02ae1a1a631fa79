import { readFileSync } from 'node:fs';
import { formulaOf } from '../../server/features/creators/rules.ts';
import {
  RATE_PLATFORMS,
  TIERS,
  USUAL_ENGAGEMENT,
  type RatePlatform,
  type Tier,
} from '../../server/features/rates/constants/rules.ts';
import {
  fairRate,
  formatsOf,
  tierOf,
  valueAt,
  type RateInput,
  type ReferenceRate,
} from '../../server/features/rates/rules.ts';

/** Reference rates of the check; those of the golden cases too. */
export const CHECK_RATES: ReferenceRate[] = (
  [
    ['EUR', 1],
    ['USD', 1.1355],
    ['JPY', 178.27],
    ['GBP', 0.85463],
    ['CAD', 1.6105],
  ] as const
).map(([currency, perEuro]) => ({ currency, perEuro, day: '2026-09-30' }));

/** Dollars for a post as published (wordontheblock 2023): from and to for each tier; the highest has no end. */
export const LADDER: Readonly<Record<RatePlatform, Readonly<Record<Tier, readonly [number, number]>>>> = {
  instagram: {
    nano: [10, 100],
    micro: [100, 500],
    mid: [500, 5_000],
    macro: [5_000, 10_000],
    mega: [10_000, Infinity],
  },
  tiktok: { nano: [5, 25], micro: [25, 125], mid: [125, 1_250], macro: [1_250, 2_500], mega: [2_500, Infinity] },
  youtube: {
    nano: [20, 200],
    micro: [200, 1_000],
    mid: [1_000, 10_000],
    macro: [10_000, 20_000],
    mega: [20_000, Infinity],
  },
};

export const plainInput = (platform: RatePlatform, followers: number, engagementBps: number | null): RateInput => ({
  platform,
  format: formatsOf(platform)[0]!,
  followers: { value: followers, source: 'api' },
  engagement: engagementBps === null ? null : { value: engagementBps, source: 'api', formula: formulaOf(platform) },
  views: null,
  rights: { use: 'organic', days: 30 },
  exclusivityDays: 0,
  niche: null,
  country: null,
  currency: 'USD',
  deals: null,
});

export interface GoldenCase {
  input: RateInput;
  low: number;
  fair: number;
  high: number;
}

const GOLDEN_FILE = new URL('../../tests/server/features/rates/golden.json', import.meta.url);
export const goldenCases = (): GoldenCase[] => JSON.parse(readFileSync(GOLDEN_FILE, 'utf8')) as GoldenCase[];

/** Golden cases whose result differs. */
export const goldenDifferences = (): string[] =>
  goldenCases().flatMap(({ input, ...expected }, index) => {
    const { low, fair, high } = fairRate(input, CHECK_RATES);
    return low === expected.low && fair === expected.fair && high === expected.high
      ? []
      : [`case ${index + 1}: ${low}, ${fair}, ${high} instead of ${expected.low}, ${expected.fair}, ${expected.high}`];
  });

const steps = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.round(from * (to / from) ** (i / (count - 1))));
const FOLLOWERS = steps(1_000, 5_000_000, 120);
const TIMES_USUAL = [0.25, 0.5, 0.75, 1, 1.5, 2, 4];

/** Pairs in which more followers or more engagement made the price lower, over every format, with and without views. */
export function notMonotone(): string[] {
  const found: string[] = [];
  for (const platform of RATE_PLATFORMS)
    for (const format of formatsOf(platform))
      for (const views of [null, { value: 8_000, source: 'api' as const }]) {
        const price = (followers: number, bps: number) =>
          fairRate({ ...plainInput(platform, followers, bps), format, views }, CHECK_RATES).fair;
        for (const bps of [50, 200, 500, 1_200])
          FOLLOWERS.slice(1).forEach((followers, i) => {
            if (price(followers, bps) < price(FOLLOWERS[i]!, bps))
              found.push(`${platform} ${format}: ${followers} followers cost less than ${FOLLOWERS[i]}`);
          });
        for (const followers of FOLLOWERS)
          for (let bps = 100; bps <= 2_000; bps += 100)
            if (price(followers, bps) < price(followers, bps - 100))
              found.push(`${platform} ${format}: ${bps} basis points cost less than ${bps - 100}`);
      }
  return found;
}

/** Share of a grid of followers and engagement whose fair price of a usual post is inside the published ladder. */
export function insideLadder(): { inside: number; of: number; byTier: Record<Tier, [inside: number, of: number]> } {
  const byTier = Object.fromEntries(TIERS.map((tier) => [tier, [0, 0]])) as Record<Tier, [number, number]>;
  for (const platform of RATE_PLATFORMS)
    for (const followers of FOLLOWERS)
      for (const times of TIMES_USUAL) {
        const usual = valueAt(USUAL_ENGAGEMENT[formulaOf(platform)][platform], followers);
        const { fair } = fairRate(plainInput(platform, followers, Math.round(usual * times)), CHECK_RATES);
        const tier = tierOf(followers);
        const [from, to] = LADDER[platform][tier];
        byTier[tier][1] += 1;
        if (fair / 100 >= from && fair / 100 <= to) byTier[tier][0] += 1;
      }
  const sum = (at: 0 | 1) => TIERS.reduce((total, tier) => total + byTier[tier][at], 0);
  return { inside: sum(0), of: sum(1), byTier };
}
