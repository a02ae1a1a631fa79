import { durationMs } from '../../server/core/clock.ts';
import { CURRENCIES, type Currency } from '../../server/core/money.ts';
import { longestMs } from '../../server/core/working-days.ts';
import { SHIPPED_RELEASE_LIMITS, type ReleaseLimits } from '../../server/features/orgs/rules.ts';
import { HOLD_CAP_MS } from '../../server/features/policies/rules.ts';
import { liveTimeMs } from '../../server/features/terms/rules.ts';
import type { Clocks, DealTerms } from '../../server/features/terms/schema.ts';
import { Random } from './random.ts';
import { DAY, HOUR } from './state.ts';

/** What the two sides of a seed have signed. */
export interface Deal {
  /** The first of the milestones that a second contract of the same sides has; absent: there is one contract. */
  second?: number;
  currency: Currency;
  amounts: number[];
  /** Due dates from the start, in milliseconds. */
  dueIn: number[];
  commissionBps: number;
  feeBps: number;
  taxBps: number;
  taxCountry: string;
  killFeeBps: number;
  revisions: number;
  clocks: Clocks;
  /** When the price is released. */
  terms: Pick<DealTerms, 'release' | 'releaseTrigger'>;
  limits: ReleaseLimits;
  float: number;
}

/** More than all that card banks can take of a deal. */
export const FLOAT = 1_000_000;

/** Ahead of universal time and behind it, with and without a change of the local time. */
const ZONES = ['Europe/Paris', 'America/New_York', 'Asia/Tokyo'] as const;

const days = (n: number): string => `P${n}D`;

/** Two in five deals let money wait for the live post. */
function releaseOf(random: Random): Pick<DealTerms, 'release' | 'releaseTrigger'> {
  if (!random.chance(0.4)) return { releaseTrigger: 'on_approval' };
  if (random.chance(0.3))
    return { releaseTrigger: 'on_live', release: { approvalBps: 0, liveBps: 10_000, holdbackBps: 0 } };
  const holdbackBps = random.chance(0.6) ? random.int(1, 2_000) : 0;
  const approvalBps = random.int(0, 9_999 - holdbackBps);
  return {
    releaseTrigger: 'split',
    release: { approvalBps, liveBps: 10_000 - approvalBps - holdbackBps, holdbackBps },
  };
}

/** So many deals with several milestones, and without an agency, are two contracts. */
const SECOND_CONTRACTS = 0.35;
const SECOND = 1_618_033;

/** The deal of a seed, as it is played. */
export function dealOfSeed(seed: number): { deal: Deal; random: Random } {
  const random = new Random(seed);
  const deal = dealOf(random);
  const { length } = deal.amounts;
  const second = new Random(SECOND + seed);
  if (length > 1 && deal.commissionBps === 0 && second.chance(SECOND_CONTRACTS)) deal.second = second.int(2, length);
  return { deal, random };
}

/** What both sides have signed. */
export function dealOf(random: Random): Deal {
  const currency = random.pick<Currency>(['EUR', 'EUR', 'USD', 'JPY', 'KWD']);
  const { step, min } = CURRENCIES[currency];
  const amount = () => Math.ceil(random.int(min * 3, random.chance(0.5) ? min * 40 : 120_000) / step) * step;
  const amounts = Array.from({ length: random.weighted({ '1': 6, '2': 3, '3': 1 }) as unknown as number }, amount);
  const limit = (): ReleaseLimits['manager'] =>
    random.pick([
      { mode: 'unlimited' },
      { mode: 'never' },
      { mode: 'up_to', amount: amount(), currency },
      { mode: 'up_to', amount: 10_000, currency: currency === 'GBP' ? 'EUR' : 'GBP' },
    ]);
  const clocks: Clocks = {
    signature: 'P7D',
    funding: random.pick(['PT24H', 'PT72H', 'P7D']),
    review: days(random.int(3, 14)),
    extension: 'PT72H',
    revisionTurn: days(random.int(2, 7)),
    overdueAfter: 'PT24H',
    grace: days(random.int(3, 14)),
    clearing: random.pick(['PT0S', 'PT72H', 'P7D']),
    ...(random.chance(0.5) ? { cancelAnswer: random.pick(['PT24H', 'PT72H', 'P7D']) } : {}),
    ...(random.chance(0.3) ? { workingDaysIn: random.pick(ZONES) } : {}),
  };
  const terms = releaseOf(random);
  if (terms.release) {
    clocks.posting = days(random.int(1, 7));
    if (random.chance(0.7)) clocks.postGrace = random.pick(['PT24H', 'PT72H']);
    if (terms.release.holdbackBps > 0) clocks.retention = days(random.int(7, 14));
  }
  const { overdueAfter, grace, review, clearing, workingDaysIn } = clocks;
  const longest =
    HOLD_CAP_MS -
    liveTimeMs(clocks) -
    longestMs(review, workingDaysIn) -
    [overdueAfter, grace, clearing].reduce((sum, c) => sum + durationMs(c), 0);
  // One in two is due as late as its money may be held for.
  const isTight = random.chance(0.5);
  const dueIn = amounts.map(() =>
    isTight
      ? longest - random.int(0, 36) * HOUR
      : random.int(1, random.chance(0.2) ? 90 : 20) * DAY + random.int(0, 23) * HOUR,
  );
  return {
    currency,
    amounts,
    dueIn,
    commissionBps: random.chance(0.5) ? 0 : random.int(1, 3_000),
    feeBps: 500,
    taxBps: 2_000,
    taxCountry: 'FR',
    killFeeBps: random.chance(0.5) ? 0 : random.int(1, 2_500),
    revisions: random.int(0, 3),
    clocks,
    terms,
    limits: random.chance(0.4) ? SHIPPED_RELEASE_LIMITS : { manager: limit(), reviewer: limit() },
    float: FLOAT,
  };
}
