import { expect, test } from 'vitest';
import {
  checkoutLines,
  expectedProviderFee,
  holdsMoney,
  isAcceptable,
  isActive,
  isLate,
  isSuspended,
  parkOp,
  paymentKey,
  paymentOp,
  possibleOutcomes,
  routeOf,
  wasReturned,
} from '../../../../server/features/payments/rules.ts';
import { TEST_CLOCKS } from '../../../support/deal-terms.ts';
import { CASE_KINDS } from '../../../../server/features/cases/rules.ts';
import type { MilestoneState } from '../../../../server/features/escrow/schema.ts';
import type { PaymentState } from '../../../../server/features/payments/schema.ts';

const [milestone, payment, payout, org] = [1, 2, 3, 4].map((n) => `019aa000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
];
const STATES: PaymentState[] = ['claimed', 'open', 'processing', 'paid', 'refunding', 'refunded', 'failed', 'expired'];

test('an attempt is under way, has money, or is over', () => {
  expect(STATES.filter(isActive)).toEqual(['claimed', 'open', 'processing']);
  expect(STATES.filter(holdsMoney)).toEqual(['paid', 'refunding', 'refunded']);
  const with_ = (code: string | null) => (state: PaymentState) => ({ state, failure_code: code });
  expect(
    STATES.map(with_('amount_mismatch'))
      .filter(isSuspended)
      .map((p) => p.state),
  ).toEqual(['processing']);
  expect(
    STATES.map(with_('amount_mismatch'))
      .filter(wasReturned)
      .map((p) => p.state),
  ).toEqual(['failed']);
  for (const code of [null, 'card_declined'])
    expect(STATES.map(with_(code)).filter((p) => isSuspended(p) || wasReturned(p))).toEqual([]);
});

test('parked money counts as the payment in the deal’s currency, from its prices up to what was quoted, while the milestone awaits it', () => {
  const quoted = { price: 1_000, total: 1_060, currency: 'EUR' } as const;
  const arriving = (received: number, settled: { amount?: number; currency?: 'USD' | null } = {}) =>
    ({ received, currency: 'EUR', settled: { amount: received, currency: 'EUR', ...settled } }) as const;
  const accepted = [999, 1_000, 1_059, 1_060, 1_061].filter((sum) => isAcceptable(quoted, arriving(sum), false));
  expect(accepted).toEqual([1_000, 1_059, 1_060]);
  expect(isAcceptable(quoted, { ...arriving(1_059), currency: 'USD' }, false)).toBe(false);
  expect(isAcceptable(quoted, arriving(1_059, { currency: 'USD' }), false)).toBe(false);
  expect(isAcceptable(quoted, arriving(1_059, { currency: null }), false)).toBe(false);
  expect(isAcceptable(quoted, arriving(1_059, { amount: 1_058 }), false)).toBe(false);
  expect(isAcceptable(quoted, { ...arriving(1_059), settled: null }, false)).toBe(false);
  expect(isAcceptable(quoted, arriving(1_059), true)).toBe(false);
  const dinars = { price: 10_000, total: 10_600, currency: 'KWD' } as const;
  const inDinars = (received: number) =>
    ({ received, currency: 'KWD', settled: { amount: received, currency: 'KWD' } }) as const;
  expect(
    [10_590, 10_595].map((sum) => isAcceptable(dinars, inDinars(sum), false)),
    'off the step',
  ).toEqual([true, false]);
});

test('money comes too late for a milestone that an addendum re-priced, or made fundable only later; while a payment is under way its clocks stay', () => {
  const DAY = 86_400_000;
  const now = new Date('2026-11-02T08:00:00Z');
  const dueIn = (days: number, more: { state?: MilestoneState; bonus?: boolean; amount?: number } = {}) => ({
    state: 'awaiting_funding' as MilestoneState,
    amount: 1_000,
    bonus: false,
    due_at: new Date(now.getTime() + days * DAY),
    terms: { clocks: TEST_CLOCKS },
    ...more,
  });
  const late = (milestone: ReturnType<typeof dueIn>) => isLate({ price: 1_000 }, milestone, now);
  // A day until overdue, seven of grace and five of review follow; 75 days are the most.
  expect([late(dueIn(62)), late(dueIn(63))]).toEqual([false, true]);
  expect([late(dueIn(63, { bonus: true })), late(dueIn(63, { state: 'funding' }))]).toEqual([false, false]);
  expect([late(dueIn(62, { amount: 999 })), late(dueIn(62, { state: 'void' }))]).toEqual([true, true]);
});

test('operations of a payment are named after its milestone and its attempt', () => {
  expect(paymentOp(milestone, 2)).toBe(`fund:${milestone}:2`);
  expect(parkOp({ op_id: 'fund:m:1' })).toBe('fund:m:1:suspense');
  expect(paymentKey(payment, 'succeeded')).toBe(`${payment}:succeeded`);
});

test('the float covers four percent of a charge, and the page shows the lines that cost something', () => {
  expect(expectedProviderFee(10_000, 'EUR')).toBe(400);
  const labels = { fee: 'Fee', tax: 'Tax' };
  const prices = [
    { label: 'Reel', amount: 600 },
    { label: 'Story', amount: 400 },
  ];
  expect(checkoutLines(prices, { fee: 50, tax: 10 }, labels)).toEqual([
    ...prices,
    { label: 'Fee', amount: 50 },
    { label: 'Tax', amount: 10 },
  ]);
  expect(checkoutLines(prices.slice(0, 1), { fee: 0, tax: 0 }, labels)).toEqual(prices.slice(0, 1));
});

test('parked money is the platform’s, was paid by its bank, or is owed by a brand that is known', () => {
  const parks = CASE_KINDS.filter((kind) => possibleOutcomes(kind, 1, false).length > 0);
  expect([...parks].sort()).toEqual(['provider_refund', 'transfer_reversed', 'unknown_money_event']);
  for (const kind of parks) {
    expect(possibleOutcomes(kind, 1, true)).toEqual(['paid_by_bank', 'platform']);
    expect(possibleOutcomes(kind, -1, true)).toEqual(['brand_owes', 'platform']);
    expect(possibleOutcomes(kind, -1, false)).toEqual(['platform']);
    // Nothing was received.
    expect(possibleOutcomes(kind, 0, false)).toEqual(['platform']);
  }
});

const route = (type: string, metadata: Record<string, string> = {}, account?: string) =>
  routeOf({ id: 'evt_1', type, metadata, ...(account ? { account } : {}) });

test('events of a payment wake its milestone once for each state, refused cards each time', () => {
  const ours = { milestone_id: milestone, payment_id: payment };
  const to = (type: string, key: string) =>
    expect(route(type, ours)).toEqual({ to: 'payment', milestoneId: milestone, paymentId: payment, key });
  to('payment_intent.succeeded', `${payment}:succeeded`);
  to('payment_intent.processing', `${payment}:processing`);
  to('payment_intent.payment_failed', `${payment}:evt_1`);
  to('checkout.session.expired', `${payment}:expired`);
  const halves: Record<string, string>[] = [
    {},
    { milestone_id: milestone },
    { payment_id: payment },
    { ...ours, payment_id: 'x' },
  ];
  for (const half of halves) {
    expect(route('payment_intent.succeeded', half)).toEqual({
      to: 'none',
      reason: 'not a payment of ours; its charge decides',
    });
    expect(route('checkout.session.expired', half)).toEqual({ to: 'none', reason: 'not a payment of ours' });
  }
  expect(route('charge.succeeded', ours)).toEqual({ to: 'none', reason: 'the payment events decide' });
});

test('events of refunds, payouts and accounts go to whom they are about', () => {
  expect(route('refund.updated', { milestone_id: milestone })).toEqual({
    to: 'refund',
    milestoneId: milestone,
    key: 'evt_1',
  });
  expect(route('refund.created', { milestone_id: milestone })).toEqual({
    to: 'none',
    reason: 'our own call was answered',
  });
  expect(route('refund.updated')).toEqual({ to: 'money', matter: 'refund', key: 'evt_1' });
  expect(route('payout.paid', { payout_id: payout }, 'acct_1')).toEqual({
    to: 'payout',
    payoutId: payout,
    key: 'evt_1',
  });
  expect(route('payout.paid', {}, 'acct_1')).toEqual({ to: 'none', reason: 'not a payout of ours' });
  expect(route('payout.paid')).toEqual({ to: 'money', matter: 'unknown', key: 'evt_1' });
  expect(route('account.updated', { org_id: org }, 'acct_1')).toEqual({ to: 'account', orgId: org, key: 'evt_1' });
  expect(route('capability.updated', { org_id: 'x' }, 'acct_1')).toEqual({ to: 'account', orgId: null, key: 'evt_1' });
  expect(route('charge.dispute.created')).toEqual({ to: 'money', matter: 'dispute', key: 'evt_1' });
  expect(route('radar.early_fraud_warning.created')).toEqual({ to: 'money', matter: 'fraud_warning', key: 'evt_1' });
  expect(route('transfer.reversed')).toEqual({ to: 'money', matter: 'reversal', key: 'evt_1' });
  expect(route('customer.created')).toEqual({ to: 'none', reason: 'not about money' });
  for (const type of [
    'payment_intent.succeeded',
    'checkout.session.expired',
    'charge.dispute.created',
    'refund.updated',
    'transfer.reversed',
    'topup.succeeded',
    'radar.early_fraud_warning.created',
  ])
    expect(route(type, { milestone_id: milestone, payment_id: payment }, 'acct_1')).toEqual({
      to: 'none',
      reason: 'of a connected account',
    });
});

test.each([
  ['checkout.session.completed', 'the payment events decide'],
  ['charge.updated', 'the payment events decide'],
  ['charge.failed', 'nothing was paid'],
  ['charge.expired', 'nothing was paid'],
  ['charge.refunded', 'the refund events decide'],
  ['payment_intent.created', 'nothing is paid yet'],
  ['topup.created', 'the money is not here yet'],
  ['topup.failed', 'nothing arrived'],
  ['balance.available', 'balances are compared, not followed'],
])('an event %s needs no action: %s', (type, reason) => {
  expect(route(type, { milestone_id: milestone, payment_id: payment })).toEqual({ to: 'none', reason });
});
