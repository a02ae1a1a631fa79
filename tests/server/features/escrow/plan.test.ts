import { expect, test } from 'vitest';
import {
  answersOf,
  HELD_POLL_MS,
  inOrder,
  NOTHING_OPEN,
  planOf,
  takesMoneyOut,
  whileStopped,
  type Planned,
  type PlannedFrom,
} from '../../../../server/features/escrow/timers/plan.ts';
import type { OpenMoney } from '../../../../server/features/escrow/timers/queries.ts';
import { MILESTONE_STATES, type MilestoneState } from '../../../../server/features/escrow/schema.ts';
import type { DealTerms } from '../../../../server/features/terms/schema.ts';
import { TEST_CLOCKS } from '../../../support/deal-terms.ts';

const NOW = new Date('2030-01-01T00:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (ms: number) => new Date(NOW.getTime() + ms);
const CLOCKS = { ...TEST_CLOCKS, clearing: 'PT72H' };
const row = (state: MilestoneState, more: Partial<PlannedFrom['row']> = {}): PlannedFrom['row'] => ({
  state,
  deadline_at: at(10 * DAY),
  due_at: at(5 * DAY),
  bonus: false,
  holds: [],
  hold_expires_at: null,
  terms: { clocks: CLOCKS } as unknown as DealTerms,
  released_parts: 0,
  approved_at: null,
  ...more,
});
/** Each step as `act label @hours`, in the order of time. */
const planned = (of: PlannedFrom['row'], open: Partial<OpenMoney> = {}, missed: Planned[] = []): string[] =>
  inOrder(planOf({ row: of, open: { ...NOTHING_OPEN, ...open }, missed, now: NOW })).map(
    (one) =>
      `${one.act} ${one.label} @${Number(((one.at.getTime() - NOW.getTime()) / HOUR).toFixed(3))}${one.hours === undefined ? '' : ` (${one.hours})`}`,
  );
const transfer = (
  state: 'waiting' | 'claimed' | 'sent',
  more: { leg?: 'creator' | 'agent'; part?: number; clearsAt?: Date; createdAt?: Date } = {},
) => ({
  leg: more.leg ?? ('creator' as const),
  state,
  part: more.part ?? 1,
  clearsAt: more.clearsAt?.toISOString() ?? null,
  ...(more.createdAt ? { createdAt: more.createdAt.toISOString() } : {}),
});

test('a milestone that awaits its money is reminded a day before, and void at the deadline', () => {
  expect(planned(row('awaiting_funding'))).toEqual([
    'remind reminder to fund, 24 h left @216 (24)',
    'endFunding deadline of the funding @240',
  ]);
  expect(planned(row('awaiting_funding', { deadline_at: at(23 * HOUR) }))).toEqual([
    'endFunding deadline of the funding @23',
  ]);
});

test('the funding of a far milestone opens when it can be funded, 75 days less all its periods before it is due', () => {
  const far = row('awaiting_funding', { due_at: at(100 * DAY), deadline_at: at(60 * DAY) });
  // 100 days + 24 h + 7 + 5 + 3 days − 75 days.
  expect(planned(far)).toEqual([
    `remind funding opens @${41 * 24} (${19 * 24})`,
    `remind reminder to fund, 24 h left @${59 * 24} (24)`,
    `endFunding deadline of the funding @${60 * 24}`,
  ]);
  expect(planned({ ...far, bonus: true }), 'a bonus can be funded at once').toEqual([
    `remind reminder to fund, 24 h left @${59 * 24} (24)`,
    `endFunding deadline of the funding @${60 * 24}`,
  ]);
});

test('a payment is looked at when its page ends, at once when it was reported, and waits while it is held', () => {
  expect(planned(row('funding'))).toEqual(['confirmFunding end of the payment page @240']);
  expect(planned(row('funding'), { paymentReportedDone: true })).toEqual(['confirmFunding end of the payment page @0']);
  expect(planned(row('funding', { holds: ['recon_drift'] }), { paymentReportedDone: true })).toEqual([
    'confirmFunding end of the payment page @240',
  ]);
  expect(planned(row('funding', { holds: ['recon_drift'], deadline_at: NOW }))).toEqual(['confirmFunding held @6']);
  expect(planned(row('funding', { holds: ['recon_drift'], deadline_at: NOW }), { suspenseDecided: true })).toEqual([
    'confirmFunding decided what becomes of the money @0',
  ]);
});

test('work in hand has its reminders and its end', () => {
  expect(planned(row('funded'))).toEqual([
    'remind reminder of the delivery, 48 h left @72 (48)',
    'markOverdue end of the time to deliver @240',
  ]);
  expect(planned(row('changes_requested'))).toEqual([
    'remind reminder of the revision, 24 h left @216 (24)',
    'markOverdue end of the revision @240',
  ]);
  expect(planned(row('delivered'))).toEqual([
    'remind reminder to review, 72 h left @168 (72)',
    'remind reminder to review, 24 h left @216 (24)',
    'remind reminder to review, 2 h left @238 (2)',
    'autoApprove end of the review window @240',
  ]);
  expect(planned(row('cancel_requested'))).toEqual(['endCancelRequest end of the request to cancel @240']);
  expect(planned(row('overdue', { deadline_at: null }))).toEqual(['endGrace end of the grace period @0']);
});

test('overdue work is reminded of a day before its refund, and not where a day or less of grace is left', () => {
  expect(planned(row('overdue'))).toEqual([
    'remind reminder of the end of the grace period, 24 h left @216 (24)',
    'endGrace end of the grace period @240',
  ]);
  for (const ms of [24 * HOUR, 5 * HOUR])
    expect(planned(row('overdue', { deadline_at: at(ms) }))).toEqual([
      `endGrace end of the grace period @${ms / HOUR}`,
    ]);
});

test('a hold that stops refunds stops the clocks that end in one; the review goes on', () => {
  for (const state of ['funded', 'changes_requested', 'overdue'] as const) {
    expect(planned(row(state, { holds: ['staff_hold'] }))).toEqual(['release held @6']);
    expect(planned(row(state, { holds: ['recon_drift'] }))).not.toContain('release held @6');
  }
  expect(planned(row('delivered', { holds: ['staff_hold'] }))).toContain('autoApprove end of the review window @240');
});

test.each(['approved', 'auto_approved', 'clearing'] as const)(
  'work that is %s is released at the end of clearing, and held while there is a hold',
  (state) => {
    expect(planned(row(state))).toEqual(['release end of clearing @240']);
    expect(planned(row(state, { holds: ['recon_drift'] }))).toEqual(['release held @240']);
    expect(planned(row(state, { holds: ['recon_drift'], deadline_at: NOW }))).toEqual(['release held @1']);
    expect(planned(row(state, { holds: ['card_dispute'] }))).toEqual(['release end of clearing @240']);
    expect(planned(row(state, { holds: ['card_dispute', 'float_short'], deadline_at: NOW }))).toEqual([
      'release held @1',
    ]);
  },
);

test('held money is warned of three weeks, a week and three days before its last day, unless it is disputed or on hold', () => {
  const last = { hold_expires_at: at(8 * DAY), deadline_at: at(9 * DAY) };
  expect(planned(row('overdue', last))).toEqual([
    'warnOfLastDay last day of held money, 7 days left @24 (168)',
    'warnOfLastDay last day of held money, 3 days left @120 (72)',
    'remind reminder of the end of the grace period, 24 h left @192 (24)',
    'endGrace end of the grace period @216',
  ]);
  expect(planned(row('disputed', last))).toEqual([]);
  expect(planned(row('released', last))).toEqual([]);
  expect(planned(row('overdue', { ...last, holds: ['card_dispute'] }))).toEqual(['release held @6']);
  expect(planned(row('overdue', last), {}, [{ at: NOW, act: 'warnOfLastDay', label: 'missed' }])[0]).toBe(
    'warnOfLastDay missed @0',
  );
});

test.each([
  ['refunding', 'refund under way'],
  ['settling', 'settlement under way'],
] as const)('what is %s is read again in time, and waits for a person where one has to decide', (state, label) => {
  const of = (open: Partial<OpenMoney>, holds: ('staff_hold' | 'recon_drift')[] = []) =>
    planned(row(state, { holds }), open);
  expect(of({ refundSince: at(-20 * HOUR) })).toEqual([`refund ${label} @1`]);
  expect(of({ refundSince: at(-5 * HOUR) })).toEqual([`refund ${label} @0.5`]);
  expect(of({ refundSince: NOW })).toEqual([`refund ${label} @0.017`]);
  expect(of({ refundSince: at(-5 * HOUR), refundToRead: true })).toEqual([`refund ${label} @0`]);
  expect(of({ refundToRead: true })).toEqual([`refund ${label} @0`]);
  expect(of({}, ['staff_hold'])).toEqual(['refund held @6']);
  expect(of({ refundUndecided: true })).toEqual([]);
  expect(of({}, ['recon_drift'])).toEqual(state === 'refunding' ? [`refund ${label} @0`] : []);
});

test('a post is reminded of before its time ends, and looked at when the time it stays up ends', () => {
  expect(planned(row('awaiting_live'))).toEqual([
    'remind reminder to publish, 72 h left @168 (72)',
    'remind reminder to publish, 24 h left @216 (24)',
    'remind reminder to publish, 2 h left @238 (2)',
    'settleLive end of the time for the post @240',
  ]);
  expect(planned(row('retention'))).toEqual(['settleLive end of the time a post stays up @240']);
  const due = planOf({ row: row('retention'), open: NOTHING_OPEN, missed: [], liveDue: true, now: NOW });
  expect(due.map(({ act, label, at: when }) => [act, label, when])).toEqual([
    ['settleLive', 'the post was looked at', NOW],
    ['settleLive', 'end of the time a post stays up', at(10 * DAY)],
  ]);
});

test('a part that was released is booked at once, and its transfer leaves when it has cleared', () => {
  const parted = (holds: 'recon_drift'[] = []) => row('cancel_requested', { released_parts: 100, holds });
  const first = (...from: Parameters<typeof planned>) => planned(...from).filter((one) => one.startsWith('release'));
  expect(first(parted(), { partToEarn: true })).toEqual(['release a part is released @0']);
  expect(first(parted(['recon_drift']), { partToEarn: true })).toEqual(['release held @6']);
  expect(first(parted(), { transfers: [transfer('sent')] })).toEqual([]);
  expect(first(parted(), { transfers: [transfer('claimed')] })).toEqual(['release transfer without an answer @0.017']);
  expect(
    first(parted(), {
      transfers: [transfer('waiting', { clearsAt: at(5 * HOUR) }), transfer('waiting', { clearsAt: at(3 * HOUR) })],
    }),
  ).toEqual(['release end of clearing of a part @3']);
  expect(first(parted(), { transfers: [transfer('waiting', { clearsAt: at(-HOUR) })] })).toEqual([
    'release the payee has no account yet @6',
  ]);
  expect(first(parted(), { transfers: [transfer('waiting')] })).toEqual(['release the payee has no account yet @6']);
  expect(first(row('cancel_requested'), { partToEarn: true })).toEqual([]);
});

test('a release is gone on with where it was interrupted, and a payee without an account is reminded', () => {
  const releasing = row('releasing', { approved_at: at(-2 * DAY) });
  expect(planned(releasing, { transfers: [transfer('claimed')] })).toEqual([
    'release release under way @0',
    'release transfer without an answer @0.017',
  ]);
  // The first part was sent; the second is claimed.
  expect(planned(releasing, { transfers: [transfer('sent'), transfer('claimed', { part: 2 })] })).toEqual([
    'release release under way @0',
    'release transfer without an answer @0.017',
  ]);
  expect(planned(releasing, { transfers: [transfer('sent'), transfer('claimed', { leg: 'agent' })] })).toEqual([
    'release transfer without an answer @0.017',
  ]);
  expect(planned(releasing, { transfers: [transfer('waiting')] })).toEqual([
    'release the payee has no account yet @6',
    'remind reminder to connect a bank, day 3 @24 (72)',
    'remind reminder to connect a bank, day 7 @120 (168)',
    'remind reminder to connect a bank, day 14 @288 (336)',
    'remind reminder to connect a bank, day 30 @672 (720)',
  ]);
  expect(planned(row('releasing'), { transfers: [transfer('waiting')] })).toContain(
    'remind reminder to connect a bank, day 1 @24 (24)',
  );
  // What follows no approval, a kill fee or a share of a settlement, is counted from when it was earned.
  for (const state of ['refunded', 'settling', 'settled_split'] as const)
    expect(planned(row(state), { transfers: [transfer('waiting', { createdAt: at(-20 * DAY) })] }), state).toEqual([
      'release the payee has no account yet @6',
      'remind reminder to connect a bank, day 30 @240 (720)',
    ]);
  expect(planned(releasing, { transfers: [transfer('sent'), transfer('waiting', { leg: 'agent' })] })).toEqual([
    'release the payee has no account yet @6',
  ]);
  expect(planned(row('released'), { transfers: [transfer('waiting', { clearsAt: at(2 * HOUR) })] })).toEqual([
    'release end of clearing of a part @2',
  ]);
  expect(planned(row('released'), { transfers: [transfer('sent')] })).toEqual([]);
});

test('each part leaves when it has cleared, whatever later parts and other payees still wait for', () => {
  const [early, late] = [
    transfer('waiting', { clearsAt: at(2 * HOUR) }),
    transfer('waiting', { part: 2, clearsAt: at(5 * DAY) }),
  ];
  const next = (state: MilestoneState, ...transfers: OpenMoney['transfers']) =>
    planned(row(state, { released_parts: 100 }), { transfers }).filter((one) => one.startsWith('release'));
  for (const state of ['cancel_requested', 'settling', 'refunded', 'settled_split'] as const) {
    expect(next(state, early, late), state).toEqual(['release end of clearing of a part @2']);
    expect(next(state, late, early), state).toEqual(['release end of clearing of a part @2']);
    expect(next(state, transfer('claimed'), late), state).toEqual(['release transfer without an answer @0.017']);
    expect(next(state, transfer('waiting', { leg: 'agent' }), late), state).toEqual([
      'release the payee has no account yet @6',
    ]);
    expect(next(state, transfer('sent'), late), state).toEqual(['release end of clearing of a part @120']);
  }
});

test('what was decided about money of another payment is carried out whatever the milestone does', () => {
  for (const state of ['awaiting_funding', 'funded', 'delivered', 'approved', 'disputed', 'refunding'] as const)
    expect(planned(row(state), { suspenseDecided: true }), state).toContain(
      'confirmFunding decided what becomes of the money @1',
    );
});

test('late money and refunds outlive the milestone', () => {
  expect(planned(row('void'), { paymentReportedDone: true })).toEqual(['confirmFunding late money @0']);
  expect(planned(row('void'), { suspenseDecided: true })).toEqual(['confirmFunding late money @0']);
  expect(planned(row('void'))).toEqual([]);
  expect(planned(row('released'), { refundToRead: true })).toEqual(['refund money on its way back @0']);
  expect(planned(row('released'), { refundSince: at(-5 * HOUR) })).toEqual(['refund money on its way back @0.5']);
  expect(planned(row('released'), { refundSince: at(-5 * HOUR), refundToRead: true })).toEqual([
    'refund money on its way back @0',
  ]);
  expect(planned(row('released', { holds: ['staff_hold'] }), { refundToRead: true })).toEqual([
    'refund money on its way back @6',
  ]);
  expect(HELD_POLL_MS).toBe(6 * HOUR);
});

test('steps that take money out wait while their currency is stopped, and no others', () => {
  const steps: Planned[] = [
    { at: NOW, act: 'release', label: 'a' },
    { at: at(HOUR), act: 'refund', label: 'b' },
    { at: NOW, act: 'autoApprove', label: 'c' },
  ];
  expect(steps.map(takesMoneyOut)).toEqual([true, true, false]);
  expect(whileStopped(steps, NOW)).toEqual([
    { at: at(10 * 60_000), act: 'release', label: 'money-out is stopped' },
    { at: at(HOUR), act: 'refund', label: 'money-out is stopped' },
    { at: NOW, act: 'autoApprove', label: 'c' },
  ]);
});

test('a signal causes the step of its event; after the end only money is listened to', () => {
  const of = (state: MilestoneState, open: Partial<OpenMoney> = {}, closed = false) =>
    answersOf(state, { ...NOTHING_OPEN, ...open }, closed);
  expect(of('delivered')).toEqual({
    payment_started: { lookWithinMs: 32 * 60_000 },
    payment: { act: 'confirmFunding' },
    approved: { act: 'release' },
    part_released: { act: 'release' },
    cancelled: { act: 'refund' },
    charged_back: { act: 'refund' },
    fraud_confirmed: { act: 'refund' },
    refund: { act: 'refund' },
    settled: { act: 'refund' },
    post_moved: { act: 'settleLive' },
    payout_account_ready: { act: 'release' },
    hold_cleared: { act: 'release' },
    hold_asked: { act: 'release' },
    operator_asked_to_look_again: { act: 'release' },
  });
  expect(of('released', {}, true)).toEqual({
    payment: { act: 'confirmFunding' },
    refund: { act: 'refund' },
    operator_asked_to_look_again: { act: 'release' },
  });
  const looksAt = (state: MilestoneState, open: Partial<OpenMoney> = {}) =>
    of(state, open)['operator_asked_to_look_again'];
  expect(looksAt('funding')).toEqual({ act: 'confirmFunding' });
  expect(looksAt('released', { refundSince: NOW })).toEqual({ act: 'refund' });
  expect(MILESTONE_STATES.filter((state) => JSON.stringify(looksAt(state)) === '{"act":"refund"}')).toEqual([
    'refunding',
    'settling',
  ]);
});
