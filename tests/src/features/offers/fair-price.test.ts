import { expect, test } from 'vitest';
import { fairRate } from '../../../../server/features/rates/rules.ts';
import type { RateStart } from '../../../../server/features/rates/schema.ts';
import type { DealTerms } from '../../../../server/features/terms/schema.ts';
import { comparableOf, fairPriceOf, placeIn } from '../../../../src/features/offers/fair-price.ts';

const asOf = new Date('2026-11-20T00:00:00Z');
const figure = (value: number) => ({ value, source: 'api' as const, asOf, n: 30, formula: null });
const rates = [
  { currency: 'EUR' as const, perEuro: 1, day: '2026-11-20' },
  { currency: 'USD' as const, perEuro: 1.1, day: '2026-11-20' },
];
const start = {
  creator: null,
  accounts: [
    { platform: 'instagram', followers: figure(12_400), engagement: { ...figure(560), formula: 'er_f' }, views: null },
  ],
  niche: null,
  country: null,
  currency: 'EUR',
  rates,
} as unknown as RateStart;
const work = (platform: string, format: string, count = 1) => ({ id: `${platform}${format}`, platform, format, count });
const terms = (amount: number, ...deliverables: ReturnType<typeof work>[]) =>
  ({
    currency: 'EUR',
    deliverables,
    milestones: [{ amount }],
    rights: { use: 'organic', days: 30 },
    exclusivity: { days: 0 },
  }) as unknown as DealTerms;

const noDeals = () => null;

test('the range of an offer is that of its works together, by the rules of the rate calculator, and says where the price is', () => {
  const one = fairRate(
    {
      platform: 'instagram',
      format: 'reel',
      followers: figure(12_400),
      engagement: { ...figure(560), formula: 'er_f' },
      views: null,
      rights: { use: 'organic', days: 30 },
      exclusivityDays: 0,
      niche: null,
      country: null,
      currency: 'EUR',
      deals: null,
    },
    rates,
  );
  const of = (amount: number) => fairPriceOf(terms(amount, work('instagram', 'reel', 2)), start, noDeals);
  expect(of(1)).toMatchObject({ low: 2 * one.low, fair: 2 * one.fair, high: 2 * one.high });
  expect([2 * one.low - 1, 2 * one.low, 2 * one.high, 2 * one.high + 1].map((amount) => of(amount)?.verdict)).toEqual([
    'below',
    'within',
    'within',
    'above',
  ]);
  expect([0, 2 * one.low, 2 * one.high, 9_999_999].map((amount) => placeIn(of(1)!, amount))).toEqual([0, 0, 100, 100]);
});

test('works without a published price leave the offer without a verdict, and all of them without a range', () => {
  const mixed = fairPriceOf(terms(40_000, work('instagram', 'reel'), work('ugc', 'video')), start, noDeals);
  expect([mixed?.verdict, mixed?.priced.length, mixed?.unpriced.map(({ platform }) => platform)]).toEqual([
    null,
    1,
    ['ugc'],
  ]);
  expect(fairPriceOf(terms(40_000, work('ugc', 'video')), start, noDeals)).toBeNull();
  expect(fairPriceOf(terms(40_000, work('tiktok', 'video')), start, noDeals)).toBeNull();
});

test('comparable deals count for an offer as they do in the rate calculator, read once for each kind of work', () => {
  const works = terms(
    40_000,
    work('instagram', 'reel'),
    work('instagram', 'reel', 2),
    work('instagram', 'story'),
    work('ugc', 'video'),
  );
  expect(comparableOf(works, start)).toEqual(
    ['reel', 'story'].map((format) => ({ platform: 'instagram', format, currency: 'EUR', tier: 'micro' })),
  );
  expect(comparableOf({ ...works, currency: 'JPY' }, start)).toEqual([]);

  const deals = { n: 21, median: { amount: 39_000, currency: 'EUR' as const } };
  const reel = terms(30_000, work('instagram', 'reel'));
  const calculator = fairRate(
    {
      platform: 'instagram',
      format: 'reel',
      followers: figure(12_400),
      engagement: { ...figure(560), formula: 'er_f' },
      views: null,
      rights: { use: 'organic', days: 30 },
      exclusivityDays: 0,
      niche: null,
      country: null,
      currency: 'EUR',
      deals: { n: 21, median: 39_000 },
    },
    rates,
  );
  const { low, fair, high } = calculator;
  expect(fairPriceOf(reel, start, () => deals)).toMatchObject({ low, fair, high });
  expect(fairPriceOf(reel, start, () => ({ n: 3, median: null }))).toEqual(fairPriceOf(reel, start, noDeals));
});
