import { stepOf, type Currency } from '../../../core/money.ts';
import { commissionOf, divideCharge, type Charge } from '../../ledger/charges/rules.ts';
import type { Settlement } from '../refund/rules.ts';
import type { MilestoneState } from '../schema.ts';

/** States in which the money of a milestone may be disputed: held, and not on its way. */
export const DISPUTABLE = [
  'funded',
  'delivered',
  'changes_requested',
  'overdue',
  'awaiting_live',
  'retention',
  'clearing',
] as const satisfies MilestoneState[];
export type DisputableState = (typeof DISPUTABLE)[number];

export const isDisputable = (state: MilestoneState): state is DisputableState =>
  (DISPUTABLE as readonly MilestoneState[]).includes(state);

/** Why `kept` minor units of `held` cannot be the creator's part of a settlement; null when it can. */
export function splitProblem(
  kept: number,
  held: number,
  currency: Currency,
): 'not_integer' | 'negative' | 'above_held' | 'off_step' | null {
  if (!Number.isSafeInteger(kept)) return 'not_integer';
  if (kept < 0) return 'negative';
  if (kept > held) return 'above_held';
  // All that is held may itself be no multiple of the step.
  return kept % stepOf(currency) === 0 || kept === held ? null : 'off_step';
}

const minus = (a: Charge, b: Charge): Charge => ({
  price: a.price - b.price,
  fee: a.fee - b.fee,
  tax: a.tax - b.tax,
  total: a.total - b.total,
});

/**
 * Shares of a settlement of all that is still held of a charge: `kept` of the price goes to the creator with its part of
 * the fee, the rest goes back line by line. `before`: the price that was released earlier; shares are cumulative, so that
 * all parts together are the charge to the minor unit.
 */
export function settlementAt(
  charge: Charge,
  { before, kept }: { before: number; kept: number },
  currency: Currency,
): Settlement {
  const { part: earlier } = divideCharge(charge, before, currency);
  const { part, rest } = divideCharge(charge, before + kept, currency);
  return { kept: minus(part, earlier), back: rest };
}

/** How the creator's part is shared with its agency; cumulative like the charge. */
export function settledShares(
  { before, kept }: { before: number; kept: number },
  commissionBps: number,
  currency: Currency,
): { creator: number; agent: number } {
  const earlier = commissionOf(before, commissionBps, currency);
  const all = commissionOf(before + kept, commissionBps, currency);
  return { creator: all.creator - earlier.creator, agent: all.agent - earlier.agent };
}
