import { canonicalJson, sha256Hex } from '../../core/canonical.ts';
import { durationMs } from '../../core/clock.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { shareOf, type Currency } from '../../core/money.ts';
import { refusal, type Machine } from '../../core/state-machine.ts';
import type { OrgRole } from '../../context.ts';
import type { ContractState } from '../contracts/schema.ts';
import type { Clocks, Side } from '../terms/schema.ts';
import { divideCharge, type Charge } from '../ledger/rules.ts';
import { roleMay, type Action, type Scope } from '../orgs/rules.ts';
import type { Balances, DeadlineEvent, DealStage, MilestoneDto, MilestoneState, TimelineEvent } from './schema.ts';

/** Client money is not held longer than this after its capture. */
export const HOLD_CAP_MS = 75 * 24 * 3_600_000;

export type MilestoneActor = Side | 'system';

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
  approve: { from: ['delivered'], to: 'approved', by: ['brand'] },
  autoApprove: { from: ['delivered'], to: 'auto_approved', by: ['system'] },
  markOverdue: { from: ['funded', 'changes_requested'], to: 'overdue', by: ['system'] },
  cancelUnfunded: { from: ['awaiting_funding'], to: 'void', by: ['brand', 'creator'] },
  cancelFunded: { from: ['funded'], to: 'refunding', by: ['brand', 'creator'] },
  cancelOverdue: { from: ['overdue'], to: 'refunding', by: ['brand'] },
  refundOverdue: { from: ['overdue'], to: 'refunding', by: ['system'] },
  clear: { from: ['approved', 'auto_approved'], to: 'clearing', by: ['system'] },
  claimRelease: { from: ['approved', 'auto_approved', 'clearing'], to: 'releasing', by: ['system'] },
  finishRelease: { from: ['releasing'], to: 'released', by: ['system'] },
  finishRefund: { from: ['refunding'], to: 'refunded', by: ['system'] },
} as const satisfies Machine<MilestoneState, string, MilestoneActor>;
export type MilestoneAction = keyof typeof MILESTONE_MACHINE;

export const TERMINAL_STATES = ['released', 'refunded', 'void'] as const satisfies readonly MilestoneState[];
export const isTerminal = (state: MilestoneState): boolean =>
  (TERMINAL_STATES as readonly MilestoneState[]).includes(state);

/** True when some action leads from one state to the other in one step. */
export const isStep = (from: MilestoneState, to: MilestoneState): boolean =>
  Object.values(MILESTONE_MACHINE).some((t) => t.to === to && (t.from as readonly MilestoneState[]).includes(from));

/** Which cancellation applies in a state; null when neither side can cancel alone. */
export function cancellationOf(state: MilestoneState): 'cancelUnfunded' | 'cancelFunded' | 'cancelOverdue' | null {
  if (state === 'awaiting_funding') return 'cancelUnfunded';
  if (state === 'funded') return 'cancelFunded';
  return state === 'overdue' ? 'cancelOverdue' : null;
}

/** True from the end of the time to deliver on, whether or not the timer has marked it yet. */
const isOverdue = (m: Pick<MilestoneFacts, 'state' | 'deadlineAt'>, now: Date): boolean =>
  m.state === 'overdue' || (m.state === 'funded' && m.deadlineAt !== null && now.getTime() >= m.deadlineAt.getTime());

/**
 * Why the money goes back when a side cancels now. An overdue milestone is refunded in full, whichever side ends it.
 */
export const cancelReason = (m: Pick<MilestoneFacts, 'state' | 'deadlineAt'>, side: Side, now: Date): RefundReason =>
  isOverdue(m, now) ? 'overdue' : `cancelled_by_${side}`;

/**
 * Reasons for which a milestone's money is held for a decision of staff or the provider. Any of them prevents its
 * release.
 */
export type Hold = 'card_dispute' | 'fraud_warning' | 'provider_refund' | 'recon_drift' | 'staff_hold';
/**
 * Holds during which the brand's bank may have its money back already, or staff decide where it goes: nothing is
 * refunded either.
 */
const STOPS_REFUNDS: readonly string[] = ['card_dispute', 'provider_refund', 'staff_hold'] satisfies Hold[];
export const refundsStop = (holds: readonly string[]): boolean => holds.some((hold) => STOPS_REFUNDS.includes(hold));
/** A hold pauses timers that end in a refund; those that protect the creator's work continue. */
const RESTING: readonly MilestoneState[] = ['funded', 'changes_requested', 'overdue'];
export const areTimersPaused = (m: { state: MilestoneState; holds: readonly string[] }): boolean =>
  refundsStop(m.holds) && RESTING.includes(m.state);

/** What happens at the milestone's deadline when neither side acts. */
const AT_ZERO: Partial<Record<MilestoneState, DeadlineEvent>> = {
  awaiting_funding: 'void',
  funded: 'overdue',
  changes_requested: 'overdue',
  overdue: 'refund',
  delivered: 'auto_approve',
  approved: 'release',
  auto_approved: 'release',
  clearing: 'release',
};
export const atZero = (state: MilestoneState): DeadlineEvent | null => AT_ZERO[state] ?? null;

/** The columns that a milestone's next deadline depends on. */
export interface DeadlineRow {
  state: MilestoneState;
  due_at: Date;
  work_due_at: Date | null;
  deadline_at: Date | null;
  funding_deadline_at: Date | null;
  holds: readonly string[];
}
/** When the work is due: by the contract, or later after a request for changes. */
export const workDueAt = (m: Pick<DeadlineRow, 'due_at' | 'work_due_at'>): Date => m.work_due_at ?? m.due_at;

/**
 * The next deadline of a milestone and what happens at it when neither side acts: every screen, list and notice shows
 * this one. Work counts to its due date, and only after that to the moment at which it becomes overdue. The end of a
 * payment page is no deadline; a page that outlasts the funding deadline leaves none to show. A held release has none:
 * a person decides.
 */
export function nextDeadline(m: DeadlineRow, now: Date): { at: Date; event: DeadlineEvent } | null {
  const { state, deadline_at: end } = m;
  if (state === 'funding')
    return end && m.funding_deadline_at && end <= m.funding_deadline_at
      ? { at: m.funding_deadline_at, event: 'void' }
      : null;
  const event = atZero(state);
  if (!event || !end || areTimersPaused(m)) return null;
  if (event === 'overdue' && now < workDueAt(m) && workDueAt(m) <= end) return { at: workDueAt(m), event: 'due' };
  return event === 'release' && m.holds.length > 0 ? null : { at: end, event };
}

const TURN: Partial<Record<MilestoneState, Side>> = {
  awaiting_funding: 'brand',
  funding: 'brand',
  funded: 'creator',
  changes_requested: 'creator',
  overdue: 'creator',
  delivered: 'brand',
};
/** The side that acts next; null when a deadline or the platform acts next. */
export const turnOf = (state: MilestoneState): Side | null => TURN[state] ?? null;
/**
 * The same at a given time: before a milestone can be funded and while a bank processes its payment, it is not the
 * brand's turn.
 */
export const turnAt = (
  m: Pick<MilestoneFacts, 'state' | 'dueAt' | 'clocks'> & { bankIsPaying?: boolean },
  now: Date,
): Side | null =>
  (m.state === 'funding' && m.bankIsPaying) || (m.state === 'awaiting_funding' && now < fundableFrom(m.dueAt, m.clocks))
    ? null
    : turnOf(m.state);

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
  releasing: 'clearing',
  refunding: 'clearing',
  released: 'done',
  refunded: 'done',
  void: 'done',
};
export const stageOf = (state: MilestoneState): DealStage => STAGE[state];

/**
 * The list in which a creator finds a deal: ended ones are divided into those that paid something and those that did
 * not.
 */
export const dealBucket = ({
  stage,
  balances,
}: {
  stage: DealStage;
  balances: { released: number };
}): 'active' | 'paid' | 'past' => (stage !== 'done' ? 'active' : balances.released > 0 ? 'paid' : 'past');

/** Input of a decision about one milestone. */
export interface MilestoneFacts {
  state: MilestoneState;
  deadlineAt: Date | null;
  round: number;
  roundsMax: number;
  reviewExtended: boolean;
  holds: readonly string[];
  dueAt: Date;
  clocks: Clocks;
  /** Until when its money may be held; null before it is funded. */
  holdEnd: Date | null;
  /** Put on hold by staff: it cannot submit work. */
  creatorOnHold: boolean;
}
export interface DealViewer {
  side: Side;
  role: OrgRole;
  /** What an agency may do for the creator now; null for parties that act for themselves. */
  mandate: readonly Scope[] | null;
  now: Date;
}
export type DealAction = keyof MilestoneDto['can'];

const RIGHTS: Record<DealAction, Action> = {
  fund: 'escrow.fund',
  submit: 'content.submit',
  approve: 'content.approve',
  requestChanges: 'content.approve',
  extendReview: 'content.approve',
  cancel: 'escrow.cancel',
};

/** The machine's action behind a button; a cancellation depends on the state. */
export function machineAction(action: DealAction, state: MilestoneState): MilestoneAction | null {
  if (action === 'fund') return 'claimPayment';
  return action === 'cancel' ? cancellationOf(state) : action;
}

/** Actions that the deadline contradicts: past it the timer decides, whether or not it has fired yet. */
const CLOSED_AT_ZERO: Partial<Record<MilestoneState, readonly DealAction[]>> = {
  awaiting_funding: ['fund'],
  delivered: ['requestChanges', 'extendReview'],
  overdue: ['submit'],
};

/** Null when the person may do it now, else the coded reason; services refuse with it, buttons show it. */
export function refusalOf(
  action: DealAction,
  m: MilestoneFacts,
  { side, role, mandate, now }: DealViewer,
): ErrorCode | null {
  const step = machineAction(action, m.state);
  if (step === null) return 'state.wrong';
  const why = refusal<MilestoneState, MilestoneAction, MilestoneActor>(MILESTONE_MACHINE, step, m.state, side);
  if (why === 'wrong_actor') return action === 'cancel' ? 'state.wrong' : 'auth.wrong_account_type';
  if (!roleMay(role, RIGHTS[action])) return 'auth.not_allowed';
  if (mandate !== null && action === 'cancel') return 'auth.creator_only';
  if (mandate !== null && !mandate.includes('submit')) return 'auth.no_mandate';
  if (action === 'fund' && m.state === 'funding') return 'payment.in_progress';
  if (why === 'wrong_state') return 'state.wrong';
  if (action === 'requestChanges' && m.round >= m.roundsMax) return 'escrow.no_rounds_left';
  if (action === 'extendReview' && m.reviewExtended) return 'escrow.already_extended';
  if (m.deadlineAt && now.getTime() >= m.deadlineAt.getTime() && CLOSED_AT_ZERO[m.state]?.includes(action))
    return 'escrow.deadline_passed';
  if (action === 'cancel' && step !== 'cancelUnfunded' && refundsStop(m.holds)) return 'escrow.on_hold';
  if (action === 'cancel' && side === 'creator' && isOverdue(m, now)) return 'escrow.deadline_passed';
  if (action === 'fund' && m.creatorOnHold) return 'org.other_on_hold';
  if (action === 'fund' && now < fundableFrom(m.dueAt, m.clocks)) return 'escrow.too_early_to_fund';
  if (exceedsHold(action, m, now)) return 'escrow.held_too_long';
  return null;
}

/** True, or the error code that explains why not, for each button of a milestone. */
export function whatCan(m: MilestoneFacts, viewer: DealViewer): MilestoneDto['can'] {
  const answer = (action: DealAction) => refusalOf(action, m, viewer) ?? true;
  return {
    fund: answer('fund'),
    submit: answer('submit'),
    approve: answer('approve'),
    requestChanges: answer('requestChanges'),
    extendReview: answer('extendReview'),
    cancel: answer('cancel'),
  };
}

const later = (at: Date, iso: string): Date => new Date(at.getTime() + durationMs(iso));
const latest = (...dates: Date[]): Date => new Date(Math.max(...dates.map((d) => d.getTime())));
const earliest = (...dates: Date[]): Date => new Date(Math.min(...dates.map((d) => d.getTime())));

/** A hosted payment page is open this long; afterwards the payment is looked up and abandoned. */
export const PAYMENT_PAGE_MS = 31 * 60_000;
/** After the page's end the webhook of its last payment may still be on its way. */
export const PAYMENT_SETTLE_MS = 60_000;
/** A claim that is not settled by then is shown to operators. */
export const CLAIM_LIMIT_MS = 24 * 3_600_000;

/** The last day of a payment captured then in escrow. */
export const holdEnd = (capturedAt: Date): Date => new Date(capturedAt.getTime() + HOLD_CAP_MS);

/** Days before the last day on which both sides are notified of it. */
export const LAST_DAY_WARNINGS = [21, 7, 3] as const;
/** Whether the first of these warnings is due. */
export const isLastDayNear = (holdExpiresAt: Date | null, now: Date): boolean =>
  holdExpiresAt !== null && holdExpiresAt.getTime() - now.getTime() <= LAST_DAY_WARNINGS[0] * 24 * 3_600_000;
const HOLDING: readonly MilestoneState[] = [
  'funded',
  'delivered',
  'changes_requested',
  'overdue',
  'approved',
  'auto_approved',
  'clearing',
];
/** True while the money is in escrow and neither release nor refund has begun. */
export const holdsInEscrow = (state: MilestoneState): boolean => HOLDING.includes(state);

/** The first time at which a payment leaves every deadline its full time before the money's last day. */
export const fundableFrom = (dueAt: Date, clocks: Clocks): Date =>
  new Date(
    [clocks.overdueAfter, clocks.grace, clocks.review, clocks.clearing]
      .reduce((at, clock) => later(at, clock), dueAt)
      .getTime() - HOLD_CAP_MS,
  );

/** When the work before a milestone is due: the last date up to its own, in whatever order the contract lists them. */
export const workBefore = <M extends { seq: number; due_at: Date }>(milestone: M, all: readonly M[]): Date | null => {
  const before = all.filter(
    (m) => m.due_at < milestone.due_at || (m.seq < milestone.seq && m.due_at.getTime() === milestone.due_at.getTime()),
  );
  return before.length > 0 ? latest(...before.map((m) => m.due_at)) : null;
};

/** The time left until `end`, less a review. */
const reviewable = (end: Date, clocks: Clocks): Date => new Date(end.getTime() - durationMs(clocks.review));

/**
 * The next deadline of each state, from the periods both sides signed. `holdEnd`: if given, the money may not be held
 * past it. `fundableFrom` leaves room for all periods once; only rounds of changes can exceed it, and then grace and
 * clearing are cut, never the time to deliver or to review.
 */
export const deadlines = {
  /**
   * A later milestone can be funded once the work before it is due, a far one once it is near enough, so that charges
   * stay recent.
   */
  funding: (now: Date, clocks: Clocks, previousDueAt: Date | null, dueAt: Date): Date =>
    later(latest(now, fundableFrom(dueAt, clocks), ...(previousDueAt ? [previousDueAt] : [])), clocks.funding),
  funded: (dueAt: Date, fundedAt: Date, clocks: Clocks): Date => later(latest(dueAt, fundedAt), clocks.overdueAfter),
  delivered: (now: Date, clocks: Clocks): Date => later(now, clocks.review),
  extended: (deadlineAt: Date, clocks: Clocks): Date => later(deadlineAt, clocks.extension),
  /**
   * When a revision is due, and from when on it is overdue: a revision requested early does not shorten the time that
   * the contract gave.
   */
  revisionDue: (now: Date, dueAt: Date, clocks: Clocks): Date => latest(later(now, clocks.revisionTurn), dueAt),
  changesRequested: (now: Date, dueAt: Date, clocks: Clocks): Date =>
    latest(later(now, clocks.revisionTurn), later(dueAt, clocks.overdueAfter)),
  overdue: (now: Date, clocks: Clocks, end: Date | null): Date =>
    end ? earliest(later(now, clocks.grace), latest(now, reviewable(end, clocks))) : later(now, clocks.grace),
  approved: (now: Date, clocks: Clocks, end: Date | null): Date =>
    end ? earliest(later(now, clocks.clearing), latest(now, end)) : later(now, clocks.clearing),
};

/** Whether the money may be held until the consequences of an act of the brand have ended. */
function exceedsHold(action: DealAction, m: MilestoneFacts, now: Date): boolean {
  if (!m.holdEnd || !m.deadlineAt) return false;
  if (action === 'extendReview') return deadlines.extended(m.deadlineAt, m.clocks) > m.holdEnd;
  return (
    action === 'requestChanges' && deadlines.changesRequested(now, m.dueAt, m.clocks) > reviewable(m.holdEnd, m.clocks)
  );
}

export type RefundReason = 'cancelled_by_brand' | 'cancelled_by_creator' | 'overdue' | 'late_payment';

export interface Settlement {
  /** Goes back to the brand, line by line. */
  back: Charge;
  /** Kill fee: goes to the creator, and the platform earns the fee's share of it. */
  kept: Charge;
}

/**
 * Shares of an ended milestone. Only a brand that cancels funded work before it is overdue owes the kill fee both sides
 * signed.
 */
export function settlementOf(charge: Charge, reason: RefundReason, killFeeBps: number, currency: Currency): Settlement {
  const kill =
    reason === 'cancelled_by_brand' ? Math.min(charge.price, shareOf(charge.price, killFeeBps, currency)) : 0;
  const { part, rest } = divideCharge(charge, kill, currency);
  return { back: rest, kept: part };
}

export const ZERO_HASH = '0'.repeat(64);

/**
 * Fields of an event that its hash covers besides the previous hash; both sides see each of them and can recompute it.
 */
export type HashedEvent = Pick<
  TimelineEvent,
  | 'seq'
  | 'type'
  | 'milestoneId'
  | 'actorKind'
  | 'actorName'
  | 'data'
  | 'at'
  | 'held'
  | 'released'
  | 'refunded'
  | 'disputed'
> & {
  contractId: string;
};

/** Input of an event's hash: the previous hash and canonical JSON of the event's fields. */
export function hashedText(prevHash: string, e: HashedEvent): string {
  const { contractId, seq, type, milestoneId, actorKind, actorName, data, at, held, released, refunded, disputed } = e;
  return (
    prevHash +
    canonicalJson({
      contractId,
      seq,
      type,
      milestoneId,
      actorKind,
      actorName,
      data,
      at,
      held,
      released,
      refunded,
      disputed,
    })
  );
}

/** SHA-256 of `hashedText`, lower-case hex. */
export const eventHash = (prevHash: string, e: HashedEvent): Promise<string> => sha256Hex(hashedText(prevHash, e));

export type ChainedEvent = Omit<HashedEvent, 'contractId'> & Pick<TimelineEvent, 'hash' | 'prevHash'>;

/** Position (from 1) of the first event whose number, link or hash is wrong, or null when the whole chain holds. */
export async function firstBrokenEvent(contractId: string, events: readonly ChainedEvent[]): Promise<number | null> {
  let previous = ZERO_HASH;
  for (const [i, event] of events.entries()) {
    if (
      event.seq !== i + 1 ||
      event.prevHash !== previous ||
      (await eventHash(previous, { ...event, contractId })) !== event.hash
    )
      return i + 1;
    previous = event.hash;
  }
  return null;
}

/** What one event does to the balances of its contract. */
export type BalanceChange = Partial<Omit<Balances, 'funded'>>;

const DEMO_CLEARING_MS = 30_000;
/** Whether a deal clears for the demo's short time; the sides may have agreed on none or another one. */
export const hasDemoClearing = (policy: string, clearing: string): boolean =>
  policy === 'demo' && durationMs(clearing) === DEMO_CLEARING_MS;
