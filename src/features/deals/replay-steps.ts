import type { TimelineEvent } from '../../../server/features/escrow/schema.ts';

/** Where the money of a deal is after an event, in minor units; the parts add up to what was funded. */
export const BALANCE_PARTS = ['held', 'released', 'disputed', 'refunded'] as const;
export type BalancePart = (typeof BALANCE_PARTS)[number];

type Amounts = Record<BalancePart | 'funded', number>;

export interface ReplayStep {
  event: TimelineEvent;
  before: Amounts;
  change: Amounts;
  after: Amounts;
}

const NOTHING: Amounts = { held: 0, released: 0, disputed: 0, refunded: 0, funded: 0 };

const amountsOf = ({ held, released, disputed, refunded }: TimelineEvent): Amounts => ({
  held,
  released,
  disputed,
  refunded,
  funded: held + released + disputed + refunded,
});

/** Each event of a deal with the balances before and after it. */
export function replaySteps(timeline: readonly TimelineEvent[]): ReplayStep[] {
  let before = NOTHING;
  return timeline.map((event) => {
    const after = amountsOf(event);
    const change = { ...after };
    for (const part of Object.keys(change) as (keyof Amounts)[]) change[part] -= before[part];
    const step = { event, before, change, after };
    before = after;
    return step;
  });
}

/** The first eight digits of a hash, in two groups. */
export const shortHash = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(4, 8)}`;
