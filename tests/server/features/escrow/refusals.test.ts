import { expect, test } from 'vitest';
import {
  otherSide,
  refusalOf,
  refusalOfSeen,
  statesOfTurn,
  turnAt,
  turnOf,
  type DealAction,
  type DealViewer,
  type MilestoneFacts,
} from '../../../../server/features/escrow/rules.ts';
import {
  isOverdue,
  moreDays,
  nextDeadline,
  type DeadlineRow,
} from '../../../../server/features/escrow/timers/rules.ts';
import { MAX_MORE_DAYS } from '../../../../server/features/policies/rules.ts';
import { MILESTONE_STATES, type MilestoneState } from '../../../../server/features/escrow/schema.ts';
import { TEST_CLOCKS } from '../../../support/deal-terms.ts';

const NOW = new Date('2030-01-01T00:00:00Z');
const DAY = 24 * 3_600_000;
const inDays = (days: number): Date => new Date(NOW.getTime() + days * DAY);
const facts = (state: MilestoneState, more: Partial<MilestoneFacts> = {}): MilestoneFacts => ({
  state,
  deadlineAt: inDays(2),
  round: 0,
  roundsMax: 2,
  reviewExtended: false,
  holds: [],
  dueAt: inDays(1),
  bonus: false,
  clocks: TEST_CLOCKS,
  holdEnd: null,
  creatorOnHold: false,
  accepted: false,
  held: 40_000,
  cancelProposedBy: null,
  ...more,
});
const viewer = (side: 'brand' | 'creator', more: Partial<DealViewer> = {}): DealViewer => ({
  side,
  role: 'owner',
  mandate: null,
  mayRelease: null,
  now: NOW,
  ...more,
});
const refused = (
  action: DealAction,
  m: MilestoneFacts,
  side: 'brand' | 'creator' = 'brand',
  more: Partial<DealViewer> = {},
) => refusalOf(action, m, viewer(side, more));

test('a person on both sides of a deal gives no money for the brand: not by an approval, a release, a part or a kill fee', () => {
  const both = { onBothSides: true };
  for (const action of ['approve', 'releasePart'] as const)
    expect(refused(action, facts('delivered'), 'brand', both)).toBe('escrow.both_sides');
  expect(refused('release', facts('delivered', { accepted: true }), 'brand', both)).toBe('escrow.both_sides');
  expect(refused('cancel', facts('funded'), 'brand', both)).toBe('escrow.both_sides');
  expect(refused('cancel', facts('overdue'), 'brand', both), 'all of it goes back').toBeNull();
  expect(refused('requestChanges', facts('delivered'), 'brand', both)).toBeNull();
  expect(refused('submit', facts('funded'), 'creator', both)).toBeNull();
});

test('who waits for whom: a proposal for the other side, a missing post for the creator, a bank for neither side', () => {
  expect([otherSide('brand'), otherSide('creator')]).toEqual(['creator', 'brand']);
  for (const side of ['brand', 'creator'] as const) {
    expect(statesOfTurn(side)).toEqual(
      side === 'brand' ? ['awaiting_funding', 'funding', 'delivered'] : ['funded', 'changes_requested', 'overdue'],
    );
    expect(statesOfTurn(side).every((state) => turnOf(state) === side)).toBe(true);
    expect(turnAt(facts('cancel_requested', { cancelProposedBy: side }), NOW)).toBe(otherSide(side));
  }
  const live = (post: MilestoneFacts['post']) => turnAt(facts('awaiting_live', { post }), NOW);
  expect([live(null), live('failing'), live('waiting'), live('undecided')]).toEqual(['creator', 'creator', null, null]);
  // A post is judged only while the money waits for it.
  expect(turnAt(facts('delivered', { post: null }), NOW)).toBe('brand');
  expect(turnAt({ ...facts('funding'), bankIsPaying: true }, NOW)).toBeNull();
  expect(turnAt({ ...facts('funding'), bankIsPaying: false }, NOW)).toBe('brand');
  expect(turnAt({ ...facts('delivered'), bankIsPaying: true }, NOW)).toBe('brand');
});

test('a proposal to cancel is answered by the other side, withdrawn by its own, and neither made nor accepted on hold', () => {
  const asked = (by: 'brand' | 'creator', holds: string[] = []) =>
    facts('cancel_requested', { cancelProposedBy: by, holds });
  for (const side of ['brand', 'creator'] as const) {
    const other = otherSide(side);
    for (const answer of ['acceptCancel', 'declineCancel'] as const) {
      expect(refused(answer, asked(side), side)).toBe('escrow.own_request');
      expect(refused(answer, asked(other), side)).toBeNull();
    }
    expect(refused('withdrawCancel', asked(side), side)).toBeNull();
    expect(refused('withdrawCancel', asked(other), side)).toBe('escrow.not_own_request');
    expect(refused('acceptCancel', asked(other, ['card_dispute']), side)).toBe('escrow.on_hold');
    // Saying no moves no money.
    expect(refused('declineCancel', asked(other, ['card_dispute']), side)).toBeNull();
    expect(refused('withdrawCancel', asked(side, ['card_dispute']), side)).toBeNull();
    expect(refused('proposeCancel', facts('delivered'), side)).toBeNull();
    expect(refused('proposeCancel', facts('delivered', { holds: ['card_dispute'] }), side)).toBe('escrow.on_hold');
  }
});

test('on hold held money is not cancelled, a milestone without money is; other acts stay open', () => {
  const holds = ['card_dispute'];
  expect(refused('cancel', facts('funded', { holds }))).toBe('escrow.on_hold');
  expect(refused('cancel', facts('funded'))).toBeNull();
  expect(refused('cancel', facts('awaiting_funding', { holds }))).toBeNull();
  expect(refused('requestChanges', facts('delivered', { holds }))).toBeNull();
  expect(refused('submit', facts('funded', { holds }), 'creator')).toBeNull();
});

test('a part is released within the limit of the person, and never of money that is held or was taken back', () => {
  const part = (more: Partial<MilestoneFacts> = {}, mayRelease: number | null = null) =>
    refused('releasePart', facts('delivered', more), 'brand', { mayRelease });
  expect([part(), part({}, 1), part({}, 0)]).toEqual([null, null, 'escrow.over_release_limit']);
  expect(part({ holds: ['card_dispute'] })).toBe('escrow.on_hold');
  expect(part({ chargedBack: true })).toBe('escrow.on_hold');
  // The limit is of releasing.
  expect(refused('requestChanges', facts('delivered'), 'brand', { mayRelease: 0 })).toBeNull();
});

test('a creator on hold is not funded, and does what it did before', () => {
  expect(refused('fund', facts('awaiting_funding', { creatorOnHold: true }))).toBe('org.other_on_hold');
  expect(refused('fund', facts('awaiting_funding'))).toBeNull();
  expect(refused('cancel', facts('awaiting_funding', { creatorOnHold: true }))).toBeNull();
  expect(refused('fund', facts('funding'))).toBe('payment.in_progress');
  expect(refused('submit', facts('funding'), 'creator')).toBe('state.wrong');
});

test('of an agent, ending and disputing become requests; what only its creator may do is refused to others who act', () => {
  const acting = { acting: true, mandate: ['submit'] as const, role: 'agent' as const };
  for (const [action, state] of [
    ['cancel', 'funded'],
    ['proposeCancel', 'delivered'],
    ['dispute', 'delivered'],
  ] as const)
    expect([action, refused(action, facts(state), 'creator', acting)]).toEqual([action, null]);
  expect(
    refused('acceptCancel', facts('cancel_requested', { cancelProposedBy: 'brand' }), 'creator', acting),
  ).toBeNull();
  expect(refused('declineCancel', facts('cancel_requested', { cancelProposedBy: 'brand' }), 'creator', acting)).toBe(
    'auth.creator_only',
  );
  expect(refused('cancel', facts('funded'), 'creator', { ...acting, role: 'owner' })).toBe('auth.creator_only');
  expect(refused('cancel', facts('funded'), 'creator', { ...acting, acting: false })).not.toBeNull();
  expect(refused('dispute', facts('delivered'), 'creator', { ...acting, acting: false, role: 'owner' })).toBe(
    'auth.creator_only',
  );
});

test('what is not disputable says why: before the money, after the approval, or in the wrong state', () => {
  const why = (state: MilestoneState): string | null => refused('dispute', facts(state), 'creator');
  const approved: MilestoneState[] = ['approved', 'auto_approved', 'clearing', 'releasing', 'released'];
  const unfunded: MilestoneState[] = ['proposed', 'awaiting_funding', 'funding'];
  const disputable: MilestoneState[] = ['funded', 'delivered', 'changes_requested', 'overdue', 'retention'];
  for (const state of MILESTONE_STATES) {
    const expected = approved.includes(state)
      ? 'dispute.approved'
      : unfunded.includes(state)
        ? 'dispute.not_funded'
        : disputable.includes(state)
          ? null
          : // Its post passed nothing yet, so there is no check to dispute.
            state === 'awaiting_live'
            ? 'dispute.no_fault'
            : 'state.wrong';
    expect([state, why(state)]).toEqual([state, expected]);
  }
  expect(refused('dispute', facts('retention', { accepted: true }), 'creator')).toBeNull();
  expect(refused('dispute', facts('awaiting_live', { accepted: true, post: 'failing' }), 'creator')).toBeNull();
  expect(refused('dispute', facts('delivered', { accepted: true }), 'creator')).toBe('dispute.approved');
});

test('who saw another version learns that it was decided, or that it changed', () => {
  const seen = (state: MilestoneState, version: number, more: Partial<MilestoneFacts> = {}) =>
    refusalOfSeen('approve', facts(state, more), viewer('brand'), { version, seen: 3 });
  expect([seen('delivered', 3), seen('delivered', 4)]).toEqual([null, 'state.changed']);
  expect([seen('refunded', 3), seen('refunded', 4)]).toEqual(['state.wrong', 'state.already_decided']);
  expect([seen('delivered', 3, { accepted: true }), seen('delivered', 4, { accepted: true })]).toEqual([
    'escrow.already_accepted',
    'escrow.already_accepted',
  ]);
});

test('a review is extended, and changes are requested, exactly as long as what follows ends by the last day', () => {
  // The extension takes three days; the review is 5 days, the turn 3 days.
  const review = (holdEnd: Date | null) => refused('extendReview', facts('delivered', { holdEnd }));
  expect([review(inDays(5)), review(new Date(inDays(5).getTime() - 1)), review(null)]).toEqual([
    null,
    'escrow.held_too_long',
    null,
  ]);
  const changes = (holdEnd: Date) => refused('requestChanges', facts('delivered', { holdEnd }));
  expect([changes(inDays(8)), changes(new Date(inDays(8).getTime() - 1))]).toEqual([null, 'escrow.held_too_long']);
  // An approval ends the holding.
  expect(refused('approve', facts('delivered', { holdEnd: inDays(1) }))).toBeNull();
});

test('overdue work is given more days exactly as long as a review of it ends by the last day, and never on hold', () => {
  // Grace ends in two days; the review takes five.
  const m = (holdEnd: Date | null, more: Partial<MilestoneFacts> = {}) => facts('overdue', { holdEnd, ...more });
  const before = (at: Date): Date => new Date(at.getTime() - 1);
  expect([null, inDays(8), before(inDays(8)), inDays(1)].map((end) => refused('extendWork', m(end)))).toEqual([
    null,
    null,
    'escrow.no_more_time',
    'escrow.no_more_time',
  ]);
  expect(
    [null, inDays(8), before(inDays(9)), inDays(9), inDays(20), inDays(99)].map((end) => moreDays(m(end))),
  ).toEqual([MAX_MORE_DAYS, 1, 1, 2, 13, MAX_MORE_DAYS]);
  expect(moreDays(m(null, { deadlineAt: null }))).toBe(0);
  expect(refused('extendWork', m(null, { holds: ['card_dispute'] }))).toBe('escrow.on_hold');
  // A hold that stops releases alone lets the clock run.
  expect(refused('extendWork', m(null, { holds: ['fraud_warning'] }))).toBeNull();
  expect(refused('extendWork', m(null), 'creator')).toBe('auth.wrong_account_type');
});

test('work is overdue from its deadline on, before and after the timer has marked it', () => {
  const over = (state: MilestoneState, deadlineAt: Date | null) => isOverdue({ state, deadlineAt }, NOW);
  expect([over('funded', new Date(NOW.getTime() + 1)), over('funded', NOW), over('funded', null)]).toEqual([
    false,
    true,
    false,
  ]);
  expect([over('overdue', null), over('delivered', NOW), over('awaiting_funding', inDays(-1))]).toEqual([
    true,
    false,
    false,
  ]);
});

test('the deadline of a payment is shown while its page ends by then; a held release has none', () => {
  const row = (state: MilestoneState, more: Partial<DeadlineRow> = {}): DeadlineRow => ({
    state,
    due_at: inDays(1),
    work_due_at: null,
    deadline_at: inDays(2),
    funding_deadline_at: null,
    holds: [],
    ...more,
  });
  const funding = (deadline_at: Date | null, funding_deadline_at: Date | null) =>
    nextDeadline(row('funding', { deadline_at, funding_deadline_at }), NOW);
  expect(funding(inDays(2), inDays(3))).toEqual({ at: inDays(3), event: 'void' });
  expect(funding(inDays(3), inDays(3))).toEqual({ at: inDays(3), event: 'void' });
  expect([funding(inDays(4), inDays(3)), funding(null, inDays(3)), funding(inDays(2), null)]).toEqual([
    null,
    null,
    null,
  ]);
  expect(nextDeadline(row('clearing'), NOW)).toEqual({ at: inDays(2), event: 'release' });
  expect(nextDeadline(row('clearing', { holds: ['staff_hold'] }), NOW)).toBeNull();
  expect(nextDeadline(row('delivered', { holds: ['staff_hold'] }), NOW)).toEqual({
    at: inDays(2),
    event: 'auto_approve',
  });
  // Overdue work has left its due date behind.
  expect(nextDeadline(row('overdue'), NOW)).toEqual({ at: inDays(2), event: 'refund' });
  expect(nextDeadline(row('delivered', { due_at: inDays(1) }), NOW)?.event).toBe('auto_approve');
});
