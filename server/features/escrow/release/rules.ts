import { amountProblem, stepOf, type AmountProblem, type Currency } from '../../../core/money.ts';
import { chargeBetween, commissionBetween, type Charge } from '../../ledger/charges/rules.ts';
import type { TransferBooks } from '../../ledger/rules.ts';
import { releaseStops } from '../milestone/rules.ts';
import type { MilestoneState } from '../schema.ts';
import { deadlines } from '../timers/rules.ts';
import type { SharedPrice } from '../../terms/rules.ts';
import type { Clocks } from '../../terms/schema.ts';

/** One person's releases of parts of a deal count together for this long, for limits and for the proof of identity. */
export const TOGETHER_MS = 24 * 3_600_000;

/** What is neither released nor going to be: the price less the parts that the brand has released. */
export const restOf = (row: { amount: number; released_parts: number }): number => row.amount - row.released_parts;

interface CommissionedPrice {
  amount: number;
  released_parts: number;
  commission_bps: number;
  currency: Currency;
}

/** How the payees share so much of the price after what was released of it. */
export const sharesOfNext = (
  row: Omit<CommissionedPrice, 'amount'>,
  amount: number,
): { creator: number; agent: number } =>
  commissionBetween(row.released_parts, row.released_parts + amount, row.commission_bps, row.currency);

/** How the payees share what is neither released nor going to be. */
export const restShares = (row: CommissionedPrice): { creator: number; agent: number } =>
  sharesOfNext(row, restOf(row));

/** What is neither released nor going to be, of which the creator keeps so much before its agency's commission. */
export function sharedRest(row: CommissionedPrice, keeps: number): SharedPrice {
  const { creator, agent } = sharesOfNext(row, keeps);
  return { amount: restOf(row), creatorShare: creator, agencyShare: agent, currency: row.currency };
}

export type PartProblem = AmountProblem | 'above_held';

/** Why so much of what is held cannot be released, or null. A part may be smaller than the smallest price. */
export function partProblem(amount: number, held: number, currency: Currency): PartProblem | null {
  const problem = amountProblem(amount, currency);
  if (problem && problem !== 'too_small' && problem !== 'too_large') return problem;
  const step = stepOf(currency);
  if (amount < step) return 'too_small';
  if (amount > held) return 'above_held';
  // Also below the smallest price, of which the step is not asked.
  return amount % step === 0 ? null : 'off_step';
}

/** Which part of a milestone comes next, and from where to where in its price it goes. */
export interface PartOfPrice {
  n: number;
  from: number;
  to: number;
}

/** Ends the id of an operation of a milestone's part; the first part has none. */
export const partSuffix = (n: number): string => (n === 1 ? '' : `:${n}`);

/** What a release of this part of a price pays: the shares of its payees, and the fee that the platform earns. */
export function sharesOfPart(
  { from, to }: Pick<PartOfPrice, 'from' | 'to'>,
  deal: { charge: Charge; commissionBps: number; currency: Currency },
): { creator: number; agent: number; fee: number } {
  return {
    ...commissionBetween(from, to, deal.commissionBps, deal.currency),
    fee: chargeBetween(deal.charge, from, to, deal.currency).fee,
  };
}

/** The transfers that pay the shares of a part, one for each payee that gets something. */
export const legsOfPart = (
  row: { id: string; creator_org: string; agency_org: string | null; currency: Currency },
  shares: { creator: number; agent: number },
  n: number,
): TransferBooks[] =>
  [
    {
      opId: `xfer:${row.id}:creator${partSuffix(n)}`,
      leg: 'creator' as const,
      payeeOrg: row.creator_org,
      amount: shares.creator,
      currency: row.currency,
    },
    ...(row.agency_org
      ? [
          {
            opId: `xfer:${row.id}:agent${partSuffix(n)}`,
            leg: 'agent' as const,
            payeeOrg: row.agency_org,
            amount: shares.agent,
            currency: row.currency,
          },
        ]
      : []),
  ].filter((t) => t.amount > 0);

/** States in which parts are released; the rest is held on. */
const RELEASED_IN_PARTS: readonly MilestoneState[] = [
  'funded',
  'delivered',
  'changes_requested',
  'overdue',
  'cancel_requested',
  'awaiting_live',
  'retention',
  // What was released before a dispute is not disputed.
  'disputed',
];

/**
 * What a release does with a milestone now: book released parts, wait for a hold, begin or go on clearing, earn all that is
 * left, or claim the transfers that waited.
 */
export type ReleaseStep = 'parts' | 'held' | 'clear' | 'earn' | 'waiting' | 'nothing';

export function releaseStep(
  row: { state: MilestoneState; holds: readonly string[]; deadline_at: Date | null },
  now: Date,
): ReleaseStep {
  if (RELEASED_IN_PARTS.includes(row.state)) return 'parts';
  switch (row.state) {
    case 'approved':
    case 'auto_approved':
    case 'clearing':
      if (releaseStops(row.holds)) return 'held';
      return row.deadline_at && row.deadline_at.getTime() > now.getTime() ? 'clear' : 'earn';
    case 'releasing':
    case 'released':
    case 'refunding':
    case 'refunded':
    case 'settling':
    case 'settled_split':
      return 'waiting';
    default:
      return 'nothing';
  }
}

/** What a release of a part does, for its preview: the service does the same. */
export interface PartPreview {
  /** All that is held: the work counts as approved. */
  whole: boolean;
  /** What stays in escrow. */
  left: number;
  /** When the transfers begin. */
  at: Date;
}
export const previewOfPart = (
  amount: number,
  held: number,
  { now, clocks, holdEnd }: { now: Date; clocks: Clocks; holdEnd: Date | null },
): PartPreview => ({
  whole: amount === held,
  left: held - amount,
  at: deadlines.approved(now, clocks, holdEnd),
});

/** When what a brand releases beside its dispute is transferred. What cleared before clears on until its own end. */
export const clearsBesideDispute = (
  m: { state: MilestoneState; deadlineAt: Date | null },
  { now, clocks, holdEnd }: { now: Date; clocks: Clocks; holdEnd: Date | null },
): Date => (m.state === 'clearing' && m.deadlineAt) || deadlines.approved(now, clocks, holdEnd);
