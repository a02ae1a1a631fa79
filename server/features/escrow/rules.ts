import type { ErrorCode } from '../../core/errors.ts';
import { refusal } from '../../core/state-machine.ts';
import type { OrgRole } from '../../context.ts';
import type { Clocks, Side } from '../terms/schema.ts';
import { roleMay, withinLimit, type Action } from '../orgs/rules.ts';
import type { Scope } from '../representations/rules.ts';
import { isPostOverdue, type PostTime } from './live/rules.ts';
import type { LiveReleaseDto } from './live/schema.ts';
import type { MilestoneDto, MilestoneState } from './schema.ts';
import { type MilestoneActor, MILESTONE_MACHINE, type MilestoneAction, refundsStop } from './milestone/rules.ts';
import { cancellationOf } from './refund/rules.ts';
import {
  approvableUntil,
  fundableFrom,
  isFundable,
  isOverdue,
  moreDays,
  reviewable,
  deadlines,
} from './timers/rules.ts';

const TURN: Partial<Record<MilestoneState, Side>> = {
  awaiting_funding: 'brand',
  funding: 'brand',
  funded: 'creator',
  changes_requested: 'creator',
  overdue: 'creator',
  delivered: 'brand',
};

export const otherSide = (side: Side): Side => (side === 'brand' ? 'creator' : 'brand');

/** The side that acts next; null when a deadline or the platform acts next. */
export const turnOf = (state: MilestoneState): Side | null => TURN[state] ?? null;

/** States in which this side acts next, the time and the bank apart. */
export const statesOfTurn = (side: Side): MilestoneState[] =>
  (Object.keys(TURN) as MilestoneState[]).filter((state) => turnOf(state) === side);

/**
 * The same at a given time: before a milestone can be funded and while a bank processes its payment, it is not the
 * brand's turn.
 */
export const turnAt = (
  m: Pick<MilestoneFacts, 'state' | 'dueAt' | 'bonus' | 'clocks' | 'post'> & {
    bankIsPaying?: boolean;
    cancelProposedBy?: Side | null;
  },
  now: Date,
): Side | null =>
  m.cancelProposedBy
    ? otherSide(m.cancelProposedBy)
    : m.state === 'awaiting_live' && (m.post === null || m.post === 'failing')
      ? 'creator'
      : (m.state === 'funding' && m.bankIsPaying) ||
          (m.state === 'awaiting_funding' && !isFundable(fundableFrom(m, m.clocks), now))
        ? null
        : turnOf(m.state);

/** Input of a decision about one milestone. */
export interface MilestoneFacts {
  state: MilestoneState;
  deadlineAt: Date | null;
  round: number;
  roundsMax: number;
  reviewExtended: boolean;
  holds: readonly string[];
  dueAt: Date;
  /** It has no work, and is released when it is funded. */
  bonus: boolean;
  clocks: Clocks;
  /** Until when its money may be held; null before it is funded. */
  holdEnd: Date | null;
  /** Put on hold by staff: it cannot submit work. */
  creatorOnHold: boolean;
  /** The work was accepted for good, and its money waits for a person who may release it. */
  accepted: boolean;
  /** What a release would release, in minor units. */
  held: number;
  /** The side whose proposal to cancel waits for an answer. */
  cancelProposedBy: Side | null;
  /** The sides that withdrew a dispute about it as it is. */
  withdrew?: readonly Side[];
  /** The bank of the brand's card took the payment back for good. */
  chargedBack?: boolean;
  /** What the looks at its post say, while its money waits for it. */
  post?: LiveReleaseDto['post'];
  /** The live post released what clears, and a look has since seen a fault of its page. */
  postFailed?: boolean;
  /** The time of a post that was not given. */
  postTime?: PostTime | null;
}

export interface DealViewer {
  side: Side;
  role: OrgRole;
  /** What an agency may do for the creator now; null for parties that act for themselves. */
  mandate: readonly Scope[] | null;
  /** What the person may still release in this deal, in minor units; null without a limit. */
  mayRelease: number | null;
  /** An agency acts in the creator's name: what only the creator may do becomes a request. */
  acting?: boolean;
  /** A member of the brand who belongs to the creator's org or its agency as well. */
  onBothSides?: boolean;
  now: Date;
}

export type DealAction = keyof MilestoneDto['can'];

const RIGHTS: Record<DealAction, Action> = {
  fund: 'escrow.fund',
  submit: 'content.submit',
  approve: 'content.approve',
  release: 'escrow.release',
  releasePart: 'escrow.release',
  requestChanges: 'content.approve',
  extendReview: 'content.approve',
  extendWork: 'content.approve',
  extendPost: 'content.approve',
  cancel: 'escrow.cancel',
  dispute: 'escrow.cancel',
  proposeCancel: 'escrow.cancel',
  acceptCancel: 'escrow.cancel',
  declineCancel: 'escrow.cancel',
  withdrawCancel: 'escrow.cancel',
};

/** Money that clears is disputed by its brand alone. */
export const disputeAction = (state: MilestoneState) => (state === 'clearing' ? 'disputeCleared' : 'dispute');

/** The machine's action behind a button; a cancellation depends on the state. */
export function machineAction(action: DealAction, state: MilestoneState): MilestoneAction | null {
  if (action === 'fund') return 'claimPayment';
  if (action === 'release') return 'approve';
  if (action === 'dispute') return disputeAction(state);
  if (action === 'declineCancel' || action === 'withdrawCancel') return 'backToFunded';
  return action === 'cancel' ? cancellationOf(state) : action;
}

/** What an approval of this person comes to: with the right to release, the money goes out; else the work is accepted. */
export const approvalOf = (m: Pick<MilestoneFacts, 'held'>, viewer: Pick<DealViewer, 'role' | 'mayRelease'>) =>
  roleMay(viewer.role, 'escrow.release') && withinLimit(m.held, viewer.mayRelease) ? 'release' : 'accept';

/** An agency does not end alone what its creator signed: these acts of an agent become requests to the creator. */
export const CONFIRMED_BY_CREATOR: readonly DealAction[] = ['cancel', 'proposeCancel', 'acceptCancel'];
const OF_THE_CREATOR: readonly DealAction[] = [...CONFIRMED_BY_CREATOR, 'dispute', 'declineCancel', 'withdrawCancel'];

/** Accepted work is not judged again. */
const OF_UNJUDGED_WORK: readonly DealAction[] = ['approve', 'requestChanges', 'extendReview', 'proposeCancel'];

/** Acts of the brand that give its creator money: a kill fee too. A person on both sides takes none of them. */
const givesMoney = (action: DealAction, state: MilestoneState): boolean =>
  ['approve', 'release', 'releasePart'].includes(action) || (action === 'cancel' && state === 'funded');

/** Of the brand, once a post has not come in time. */
const OF_OVERDUE_POST: readonly DealAction[] = ['cancel', 'extendPost'];

/** Actions that the deadline contradicts: past it the timer decides, whether or not it has fired yet. */
const CLOSED_AT_ZERO: Partial<Record<MilestoneState, readonly DealAction[]>> = {
  awaiting_funding: ['fund'],
  funded: ['proposeCancel'],
  changes_requested: ['proposeCancel'],
  delivered: ['requestChanges', 'extendReview', 'releasePart', 'proposeCancel'],
  overdue: ['submit', 'extendWork', 'releasePart', 'proposeCancel'],
  cancel_requested: ['acceptCancel', 'declineCancel', 'withdrawCancel'],
};

/** Null when the person may do it now, else the coded reason; services refuse with it, buttons show it. */
export function refusalOf(
  action: DealAction,
  m: MilestoneFacts,
  { side, role, mandate, mayRelease, acting = false, onBothSides = false, now }: DealViewer,
): ErrorCode | null {
  const step = machineAction(action, m.state);
  if (step === null) return 'state.wrong';
  const why = refusal<MilestoneState, MilestoneAction, MilestoneActor>(MILESTONE_MACHINE, step, m.state, side);
  if (why === 'wrong_actor' && action !== 'dispute')
    return action === 'cancel' ? 'state.wrong' : 'auth.wrong_account_type';
  const asks = acting && role === 'agent' && (action === 'dispute' || CONFIRMED_BY_CREATOR.includes(action));
  if (acting && OF_THE_CREATOR.includes(action) && !asks) return 'auth.creator_only';
  if (!asks && !roleMay(role, RIGHTS[action])) return 'auth.not_allowed';
  if (onBothSides && givesMoney(action, m.state)) return 'escrow.both_sides';
  if (mandate !== null && !acting && OF_THE_CREATOR.includes(action)) return 'auth.creator_only';
  if (mandate !== null && !OF_THE_CREATOR.includes(action) && !mandate.includes('submit')) return 'auth.no_mandate';
  if (action === 'fund' && m.state === 'funding') return 'payment.in_progress';
  if (why !== null) return action === 'dispute' ? notDisputable(m.state) : 'state.wrong';
  if (action === 'dispute') return disputeRefusal(m, side, now);
  if (m.accepted && OF_UNJUDGED_WORK.includes(action)) return 'escrow.already_accepted';
  if (action === 'release' && !m.accepted) return 'escrow.not_accepted';
  if ((action === 'acceptCancel' || action === 'declineCancel') && m.cancelProposedBy === side)
    return 'escrow.own_request';
  if (action === 'withdrawCancel' && m.cancelProposedBy !== side) return 'escrow.not_own_request';
  if ((action === 'proposeCancel' || action === 'acceptCancel') && refundsStop(m.holds)) return 'escrow.on_hold';
  if (action === 'extendWork' && refundsStop(m.holds)) return 'escrow.on_hold';
  if (action === 'releasePart' && mayRelease === 0) return 'escrow.over_release_limit';
  if (action === 'releasePart' && (m.holds.length > 0 || m.chargedBack)) return 'escrow.on_hold';
  if (action === 'release' && !withinLimit(m.held, mayRelease)) return 'escrow.over_release_limit';
  if (action === 'requestChanges' && m.round >= m.roundsMax) return 'escrow.no_rounds_left';
  if (m.state === 'awaiting_live' && OF_OVERDUE_POST.includes(action)) {
    const late = latePostRefusal(action, m.postTime ?? null, now);
    if (late) return late;
  }
  if (action === 'extendReview' && m.reviewExtended) return 'escrow.already_extended';
  if (m.deadlineAt && now.getTime() >= m.deadlineAt.getTime() && CLOSED_AT_ZERO[m.state]?.includes(action))
    return 'escrow.deadline_passed';
  if (action === 'cancel' && step !== 'cancelUnfunded' && refundsStop(m.holds)) return 'escrow.on_hold';
  if (action === 'cancel' && side === 'creator' && isOverdue(m, now)) return 'escrow.deadline_passed';
  if (action === 'fund' && m.creatorOnHold) return 'org.other_on_hold';
  if (action === 'fund' && !isFundable(fundableFrom(m, m.clocks), now)) return 'escrow.too_early_to_fund';
  if (exceedsHold(action, m, now)) return 'escrow.held_too_long';
  if (action === 'extendWork' && moreDays(m) === 0) return 'escrow.no_more_time';
  return null;
}

/**
 * The same for a person who saw version `seen`: a milestone that was decided meanwhile is state.already_decided, a row that
 * moved but still admits the act state.changed.
 */
export function refusalOfSeen(
  action: DealAction,
  m: MilestoneFacts,
  viewer: DealViewer,
  { version, seen }: { version: number; seen: number },
): ErrorCode | null {
  const refused = refusalOf(action, m, viewer);
  if (refused === 'state.wrong' && version !== seen) return 'state.already_decided';
  return refused ?? (version === seen ? null : 'state.changed');
}

const FAILED_CHECK: readonly LiveReleaseDto['post'][] = ['failing', 'undecided', 'ended'];

/** After an approval nothing is disputed; before the money came there is nothing to dispute. */
function notDisputable(state: MilestoneState): ErrorCode {
  if (['approved', 'auto_approved', 'clearing', 'releasing', 'released'].includes(state)) return 'dispute.approved';
  return ['proposed', 'awaiting_funding', 'funding'].includes(state) ? 'dispute.not_funded' : 'state.wrong';
}

/**
 * In a state that can be disputed. A side that withdrew its dispute does not open it again, since each one stops the clock;
 * the other side can. At its deadline the clock decides, whether or not its timer has fired. After an
 * approval, a check that the post did not pass can be disputed, and what is kept back until the post has stayed up.
 */
function disputeRefusal(m: MilestoneFacts, side: Side, now: Date): ErrorCode | null {
  const ofPost = ['awaiting_live', 'retention', 'clearing'].includes(m.state);
  if (m.accepted && !ofPost) return 'dispute.approved';
  if (m.state === 'clearing' && !m.postFailed) return m.post === undefined ? 'dispute.approved' : 'dispute.no_fault';
  if (m.state === 'awaiting_live' && !FAILED_CHECK.includes(m.post ?? null)) return 'dispute.no_fault';
  if (m.withdrew?.includes(side)) return 'dispute.withdrawn_before';
  if (refundsStop(m.holds)) return 'escrow.on_hold';
  if (m.held <= 0) return 'dispute.not_funded';
  return m.deadlineAt && now.getTime() >= m.deadlineAt.getTime() ? 'escrow.deadline_passed' : null;
}

/** A post that still has its time, or was given, is neither cancelled nor extended. */
function latePostRefusal(action: DealAction, time: PostTime | null, now: Date): ErrorCode | null {
  if (!time || !isPostOverdue(time, now)) return 'state.wrong';
  if (action === 'cancel') return null;
  if (now >= time.until) return 'escrow.deadline_passed';
  return time.extension instanceof Date ? null : time.extension;
}

/** True, or the error code that explains why not, for each button of a milestone. */
export function whatCan(m: MilestoneFacts, viewer: DealViewer): MilestoneDto['can'] {
  const answer = (action: DealAction) => refusalOf(action, m, viewer) ?? true;
  return {
    fund: answer('fund'),
    submit: answer('submit'),
    approve: answer('approve'),
    release: answer('release'),
    releasePart: answer('releasePart'),
    requestChanges: answer('requestChanges'),
    extendReview: answer('extendReview'),
    extendWork: answer('extendWork'),
    extendPost: answer('extendPost'),
    cancel: answer('cancel'),
    dispute: answer('dispute'),
    proposeCancel: answer('proposeCancel'),
    acceptCancel: answer('acceptCancel'),
    declineCancel: answer('declineCancel'),
    withdrawCancel: answer('withdrawCancel'),
  };
}

/** Whether the money may be held until the consequences of an act of the brand have ended. */
function exceedsHold(action: DealAction, m: MilestoneFacts, now: Date): boolean {
  if (!m.holdEnd || !m.deadlineAt) return false;
  if (action === 'extendReview')
    return deadlines.extended(m.deadlineAt, m.clocks) > approvableUntil(m.holdEnd, m.clocks);
  return (
    action === 'requestChanges' && deadlines.changesRequested(now, m.dueAt, m.clocks) > reviewable(m.holdEnd, m.clocks)
  );
}
