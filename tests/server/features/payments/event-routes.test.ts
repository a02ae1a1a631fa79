import { noticeOfDecision } from '../../../../server/features/payments/suspense/parked-money.ts';
import { expect, test } from 'vitest';
import { routeOf } from '../../../../server/features/payments/rules.ts';

const [milestone, payment] = ['019aa000-0000-7000-8000-000000000001', '019aa000-0000-7000-8000-000000000002'];
const event = (type: string, metadata: Record<string, string> = {}, account: string | null = null) =>
  routeOf({ id: 'evt_1', type, metadata, account });
const ours = { milestone_id: milestone, payment_id: payment, op_id: 'fund:x:1' };

test('every event that moves money without a call of ours goes to a person, whatever its kind', () => {
  for (const kind of ['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed'])
    expect(event(`charge.dispute.${kind}`)).toMatchObject({ to: 'money', matter: 'dispute' });
  expect(event('radar.early_fraud_warning.created')).toMatchObject({ to: 'money', matter: 'fraud_warning' });
  expect(event('transfer.reversed', ours)).toMatchObject({ to: 'money', matter: 'reversal' });
  for (const kind of ['created', 'updated', 'failed'])
    expect(event(`refund.${kind}`)).toMatchObject({ to: 'money', matter: 'refund' });
  for (const type of [
    'charge.succeeded',
    'topup.succeeded',
    'topup.reversed',
    'transfer.created',
    'payout.paid',
    'payout.failed',
    'application_fee.created',
    'charge.something_new',
    'transfer.something_new',
  ]) {
    expect([type, event(type).to]).toEqual([type, 'money']);
  }
});

test('answers to our own calls, what moves nothing and what concerns a connected account alone open no case', () => {
  for (const type of [
    'transfer.created',
    'topup.succeeded',
    'refund.created',
    'charge.succeeded',
    'charge.updated',
    'payment_intent.created',
    'balance.available',
    'customer.created',
  ]) {
    expect([type, event(type, ours).to]).toEqual([type, 'none']);
  }
  for (const type of [
    'charge.dispute.created',
    'charge.refunded',
    'refund.created',
    'transfer.reversed',
    'payout.paid',
  ])
    expect([type, event(type, {}, 'acct_1').to]).toEqual([type, 'none']);
  expect(event('payment_intent.succeeded', ours)).toMatchObject({ to: 'payment', milestoneId: milestone });
  expect(event('refund.updated', ours)).toMatchObject({ to: 'refund', milestoneId: milestone });
});

test('a return of suspended money is read when anything becomes of it, since no row of its milestone does that', () => {
  for (const kind of ['created', 'updated', 'failed'])
    expect(event(`refund.${kind}`, { ...ours, op_id: `return:${payment}:1` })).toMatchObject({ matter: 'refund' });
});

test.each([
  ['transfer_reversed', 'paid_by_bank', 5_000, 'money_sent_by_bank'],
  ['provider_refund', 'brand_owes', 5_000, 'payment_owed'],
  ['transfer_reversed', 'platform', 5_000, 'reversal_final'],
  ['provider_refund', 'platform', -5_000, 'refund_settled'],
  ['provider_refund', 'platform', 5_000, null],
] as const)('a decision about %s, %s over %i sends the notice %s', (kind, decision, amount, notice) => {
  expect(noticeOfDecision(kind, { decision, amount })).toBe(notice);
});
