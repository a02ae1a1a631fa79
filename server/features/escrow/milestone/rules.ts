import type { Machine } from '../../../core/state-machine.ts';
import type { ContractState } from '../../contracts/schema.ts';
import type { Side } from '../../terms/schema.ts';
import type { DealStage, MilestoneState } from '../schema.ts';

export type MilestoneActor = Side | 'system';

/** Apart from the machine, which a browser that asks about one of these need not load. */
const ENDED_BY_FRAUD = ['approved', 'auto_approved', 'clearing', 'awaiting_live', 'retention'] as const;

/**
 * The life of a milestone. Every move compares and swaps `(state, version)`; a transition that is not listed is
 * impossible.
 */
export const MILESTONE_MACHINE = {
  open: { from: ['proposed'], to: 'awaiting_funding', by: ['system'] },
  claimPayment: { from: ['awaiting_funding'], to: 'funding', by: ['brand'] },
  abandonPayment: { from: ['funding'], to: 'awaiting_funding', by: ['brand', 'system'] },
  secure: { from: ['funding', 'awaiting_funding'], to: 'funded', by: ['system'] },
  endFunding: { from: ['awaiting_funding'], to: 'void', by: ['system'] },
  submit: { from: ['funded', 'changes_requested', 'overdue'], to: 'delivered', by: ['creator'] },
  requestChanges: { from: ['delivered'], to: 'changes_requested', by: ['brand'] },
  extendReview: { from: ['delivered'], to: null, by: ['brand'] },
  // The work is accepted for good by a person who may not release its money.
  accept: { from: ['delivered'], to: null, by: ['brand'] },
  approve: { from: ['delivered'], to: 'approved', by: ['brand'] },
  // A part of what is held is released; all of it before there is work to approve.
  releasePart: { from: ['funded', 'delivered', 'changes_requested', 'overdue'], to: null, by: ['brand'] },
  approveEarly: { from: ['funded', 'changes_requested', 'overdue'], to: 'approved', by: ['brand'] },
  autoApprove: { from: ['delivered'], to: 'auto_approved', by: ['system'] },
  markOverdue: { from: ['funded', 'changes_requested'], to: 'overdue', by: ['system'] },
  cancelUnfunded: { from: ['awaiting_funding'], to: 'void', by: ['brand', 'creator'] },
  cancelFunded: { from: ['funded'], to: 'refunding', by: ['brand', 'creator'] },
  cancelOverdue: { from: ['overdue'], to: 'refunding', by: ['brand'] },
  // The brand gives overdue work more days before its refund.
  extendWork: { from: ['overdue'], to: null, by: ['brand'] },
  refundOverdue: { from: ['overdue'], to: 'refunding', by: ['system'] },
  // A request to end it by agreement interrupts a state, whose deadline counts on.
  proposeCancel: {
    from: ['funded', 'delivered', 'changes_requested', 'overdue'],
    to: 'cancel_requested',
    by: ['brand', 'creator'],
  },
  acceptCancel: { from: ['cancel_requested'], to: 'refunding', by: ['brand', 'creator'] },
  // No answer came to a request about work that was never delivered.
  expireCancel: { from: ['cancel_requested'], to: 'refunding', by: ['system'] },
  backToFunded: { from: ['cancel_requested'], to: 'funded', by: ['brand', 'creator', 'system'] },
  backToDelivered: { from: ['cancel_requested'], to: 'delivered', by: ['brand', 'creator', 'system'] },
  backToChanges: { from: ['cancel_requested'], to: 'changes_requested', by: ['brand', 'creator', 'system'] },
  backToOverdue: { from: ['cancel_requested'], to: 'overdue', by: ['brand', 'creator', 'system'] },
  // Approved work whose money waits for its post; the clock of the post begins with the approval.
  awaitLive: { from: ['approved'], to: 'awaiting_live', by: ['brand'] },
  awaitLiveAlone: { from: ['auto_approved'], to: 'awaiting_live', by: ['system'] },
  // The clock goes on to the end of a check, or of the time to dispute what it found.
  extendCheck: { from: ['awaiting_live', 'retention'], to: null, by: ['system'] },
  // No post came in time: the brand may give it more time, or cancel.
  markPostOverdue: { from: ['awaiting_live'], to: null, by: ['system'] },
  extendPost: { from: ['awaiting_live'], to: null, by: ['brand'] },
  cancelUnposted: { from: ['awaiting_live'], to: 'refunding', by: ['brand'] },
  retain: { from: ['awaiting_live'], to: 'retention', by: ['system'] },
  refundUnposted: { from: ['awaiting_live'], to: 'refunding', by: ['system'] },
  refundHoldback: { from: ['retention'], to: 'refunding', by: ['system'] },
  // The bank of the brand's card took the payment back for good before there was work to judge.
  endByBank: { from: ['funded', 'changes_requested', 'overdue'], to: 'refunding', by: ['system'] },
  // Two staff members found that the payment of approved work is fraudulent.
  endByFraud: { from: ENDED_BY_FRAUD, to: 'refunding', by: ['system'] },
  clear: { from: ['approved', 'auto_approved', 'awaiting_live', 'retention'], to: 'clearing', by: ['system'] },
  claimRelease: { from: ['approved', 'auto_approved', 'clearing'], to: 'releasing', by: ['system'] },
  finishRelease: { from: ['releasing'], to: 'released', by: ['system'] },
  finishRefund: { from: ['refunding'], to: 'refunded', by: ['system'] },
  dispute: {
    from: ['funded', 'delivered', 'changes_requested', 'overdue', 'awaiting_live', 'retention'],
    to: 'disputed',
    by: ['brand', 'creator'],
  },
  // Its live post released what clears, and a look has since seen a fault of its page.
  disputeCleared: { from: ['clearing'], to: 'disputed', by: ['brand'] },
  // Two staff members end it, with a decision that both sides may appeal.
  terminate: {
    from: ['funded', 'delivered', 'changes_requested', 'overdue', 'awaiting_live', 'retention'],
    to: 'disputed',
    by: ['system'],
  },
  moveDispute: { from: ['disputed'], to: null, by: ['system'] },
  resumeFunded: { from: ['disputed'], to: 'funded', by: ['system'] },
  resumeDelivered: { from: ['disputed'], to: 'delivered', by: ['system'] },
  resumeChanges: { from: ['disputed'], to: 'changes_requested', by: ['system'] },
  resumeOverdue: { from: ['disputed'], to: 'overdue', by: ['system'] },
  // A signed addendum changes its price, due date or clocks; more time takes overdue work back to where it was.
  amend: {
    from: [
      'awaiting_funding',
      'funded',
      'delivered',
      'changes_requested',
      'overdue',
      'cancel_requested',
      'approved',
      'auto_approved',
      'clearing',
      'awaiting_live',
      'retention',
    ],
    to: null,
    by: ['system'],
  },
  reopenFunded: { from: ['overdue'], to: 'funded', by: ['system'] },
  reopenChanges: { from: ['overdue'], to: 'changes_requested', by: ['system'] },
  // A bonus is released when it is funded.
  approveBonus: { from: ['funded'], to: 'approved', by: ['system'] },
  resumeAwaitingLive: { from: ['disputed'], to: 'awaiting_live', by: ['system'] },
  resumeRetention: { from: ['disputed'], to: 'retention', by: ['system'] },
  resumeClearing: { from: ['disputed'], to: 'clearing', by: ['system'] },
  claimSettlement: { from: ['disputed'], to: 'settling', by: ['system'] },
  settleForCreator: { from: ['settling'], to: 'released', by: ['system'] },
  settleForBrand: { from: ['settling'], to: 'refunded', by: ['system'] },
  finishSplit: { from: ['settling'], to: 'settled_split', by: ['system'] },
} as const satisfies Machine<MilestoneState, string, MilestoneActor>;

export type MilestoneAction = keyof typeof MILESTONE_MACHINE;

export const TERMINAL_STATES = [
  'released',
  'refunded',
  'void',
  'settled_split',
] as const satisfies readonly MilestoneState[];

export const isTerminal = (state: MilestoneState): boolean =>
  (TERMINAL_STATES as readonly MilestoneState[]).includes(state);

/** True when some action leads from one state to the other in one step. */
export const isStep = (from: MilestoneState, to: MilestoneState): boolean =>
  Object.values(MILESTONE_MACHINE).some((t) => t.to === to && (t.from as readonly MilestoneState[]).includes(from));

/**
 * Reasons for which a milestone's money is held for a decision of staff or the provider, or until the platform's own
 * money suffices (`float_short`).
 */
export type Hold = 'card_dispute' | 'fraud_warning' | 'provider_refund' | 'recon_drift' | 'staff_hold' | 'float_short';

/**
 * Holds during which the brand's bank may have its money back already, or staff decide where it goes: nothing is
 * refunded either.
 */
const STOPS_REFUNDS: readonly string[] = ['card_dispute', 'provider_refund', 'staff_hold'] satisfies Hold[];

export const refundsStop = (holds: readonly string[]): boolean => holds.some((hold) => STOPS_REFUNDS.includes(hold));

/** Whether a payment that a card's bank took back for good ends the milestone: there is no work that waits for a verdict. */
export const endsByBank = (state: MilestoneState): boolean =>
  (MILESTONE_MACHINE.endByBank.from as readonly MilestoneState[]).includes(state);

/** Whether confirmed fraud ends the milestone: its work is approved, and what is left is held. Other work ends otherwise. */
export const endsByFraud = (state: MilestoneState): boolean =>
  (ENDED_BY_FRAUD as readonly MilestoneState[]).includes(state);

/** Whether two staff members may end the milestone. Its money is held, and no other decision is under way about it. */
export const isTerminable = (state: MilestoneState): boolean =>
  state === 'cancel_requested' || (MILESTONE_MACHINE.terminate.from as readonly MilestoneState[]).includes(state);

/** Disputed by neither side: two staff members ended it, and both sides may appeal. */
export const isTerminated = (m: { state: MilestoneState; ended_by_staff: boolean }): boolean =>
  m.state === 'disputed' && m.ended_by_staff;

/** An ended milestone that paid its creator the price, a share of it, or the parts before its post was missed. */
export const paidSomething = (m: { state: MilestoneState; released_parts?: number }): boolean =>
  m.state === 'released' || m.state === 'settled_split' || (m.state === 'refunded' && (m.released_parts ?? 0) > 0);

/** What a deal has come to when its last milestone has ended; null before. */
export function endOfDeal(
  all: readonly { state: MilestoneState; released_parts?: number }[],
): 'completed' | 'cancelled' | 'voided' | null {
  if (!all.every((m) => isTerminal(m.state))) return null;
  if (all.some(paidSomething)) return 'completed';
  return all.some((m) => m.state === 'refunded') ? 'cancelled' : 'voided';
}

/**
 * Whether holds keep approved work from being paid. A card's bank that disputes the payment does not: the platform's own
 * money takes the place of what the bank took.
 */
export const releaseStops = (holds: readonly string[]): boolean => holds.some((hold) => hold !== 'card_dispute');

/** Holds but the one that ends by itself once the platform's own money suffices, which each release tries anew. */
export const withoutShortage = (holds: readonly string[]): string[] => holds.filter((hold) => hold !== 'float_short');

/** Work that is approved and whose money waits for nothing but its clearing. */
export const isApproved = (state: MilestoneState): boolean =>
  state === 'approved' || state === 'auto_approved' || state === 'clearing';

/** Whether a hold keeps the money of a milestone where it is. */
export const isHeldBack = (m: { state: MilestoneState; holds: readonly string[] }): boolean =>
  isApproved(m.state) ? releaseStops(m.holds) : m.holds.length > 0;

/** A deal that is not over. */
export const OPEN_CONTRACT_STATES = ['sent', 'partially_signed', 'active'] as const satisfies readonly ContractState[];

const STAGE: Record<MilestoneState, DealStage> = {
  proposed: 'contract',
  awaiting_funding: 'funding',
  funding: 'funding',
  funded: 'producing',
  changes_requested: 'producing',
  overdue: 'producing',
  cancel_requested: 'producing',
  delivered: 'review',
  approved: 'clearing',
  auto_approved: 'clearing',
  clearing: 'clearing',
  awaiting_live: 'clearing',
  retention: 'clearing',
  releasing: 'clearing',
  refunding: 'clearing',
  released: 'done',
  refunded: 'done',
  void: 'done',
  disputed: 'review',
  settling: 'clearing',
  settled_split: 'done',
};

export const stageOf = (state: MilestoneState): DealStage => STAGE[state];
