import { expect, it } from 'vitest';
import type { DealDto, EventType } from '../../../../server/features/escrow/schema.ts';
import type { MilestoneRow } from '../../../../server/features/escrow/milestone/queries.ts';
import { whatIf } from '../../../../server/features/escrow/deals/what-if.ts';
import { approvalTexts, comesAtZero, dealWhilePaused } from '../../../../src/components/deal/waiting-money.ts';
import { cardDisputeAfter } from '../../../../src/features/deals/card-dispute.ts';
import { paymentHold } from '../../../../src/features/deals/deal-words.ts';

const at = new Date('2026-11-22T09:00:00Z');
const event = (type: EventType, data: Record<string, string> = {}, milestoneId = 'm1') => ({ milestoneId, type, data });
const m = (state: 'delivered' | 'clearing' | 'released' | 'settled_split', ...holds: string[]) => ({
  id: 'm1',
  state,
  holds,
  balances: { funded: 400, held: 0, released: 0, refunded: 0, disputed: state === 'delivered' ? 400 : 0 },
});

it('money on hold shows the reason; money that has left does not', () => {
  expect(paymentHold(m('delivered'), [])).toBeNull();
  expect(paymentHold(m('released', 'card_dispute'), [event('payment_disputed')])).toBeNull();
  expect(paymentHold(m('delivered', 'provider_refund'), [])).toEqual({ why: 'checked', note: null });
  const held = event('payment_on_hold', { reason: 'staff_hold', note: 'We check a report.' });
  expect(
    paymentHold(m('delivered', 'staff_hold'), [held, event('payment_on_hold', { reason: 'staff_hold' }, 'm2')]),
  ).toEqual({ why: 'byStaff', note: 'We check a report.' });
  const dispute = [event('payment_disputed'), event('dispute_lost', {}, 'm2')];
  expect(paymentHold(m('delivered', 'card_dispute'), dispute)).toEqual({ why: 'disputed', note: null });
  expect(paymentHold(m('delivered'), [...dispute, event('dispute_lost')]), 'the work goes on').toBeNull();
  expect(paymentHold(m('delivered', 'fraud_warning'), [...dispute, event('dispute_lost')])?.why).toBe('fraud');
  expect(paymentHold(m('clearing', 'card_dispute'), dispute), 'approved work is not').toBeNull();
  expect(paymentHold(m('clearing', 'card_dispute', 'fraud_warning'), dispute)?.why).toBe('fraud');
  expect(paymentHold(m('clearing', 'card_dispute', 'float_short'), dispute)?.why).toBe('noFloat');
});

it('a card dispute about paid work is shown to each side, also after it was lost', () => {
  const disputed = [event('payment_disputed'), event('dispute_lost', {}, 'm2')];
  expect(cardDisputeAfter(m('released', 'card_dispute'), disputed)).toBe('open');
  expect(cardDisputeAfter(m('released'), [...disputed, event('dispute_lost')])).toBe('lost');
  expect(cardDisputeAfter(m('delivered'), [...disputed, event('dispute_lost')])).toBe('returned');
  expect(cardDisputeAfter(m('delivered'), [event('dispute_lost'), event('dispute_won')])).toBeNull();
  expect(cardDisputeAfter(m('settled_split', 'card_dispute'), disputed)).toBe('open');
  expect(cardDisputeAfter(m('clearing', 'card_dispute'), disputed), 'it will be paid').toBe('open');
  expect(cardDisputeAfter(m('clearing', 'card_dispute', 'float_short'), disputed)).toBeNull();
  expect(cardDisputeAfter(m('released'), disputed)).toBeNull();
  expect(cardDisputeAfter(m('delivered', 'card_dispute'), disputed)).toBeNull();
});

it('while money is on hold no preview promises that it is released', () => {
  const rows = (...holds: string[]) =>
    whatIf(
      {
        state: 'delivered',
        holds,
        amount: 40_000,
        currency: 'EUR',
        due_at: at,
        deadline_at: new Date('2026-11-27T09:00:00Z'),
        hold_expires_at: new Date('2027-02-05T09:00:00Z'),
        terms: { clocks: { clearing: 'P1D' }, killFeeBps: 0 },
      } as unknown as MilestoneRow,
      {
        charge: { price: 40_000, fee: 2_000, tax: 400, total: 42_400 },
        can: { approve: true } as never,
        approval: 'release',
        cancelRequest: null,
      },
      'brand',
      at,
    ).map(({ choice, outcome, recipient }) => `${choice}: ${outcome}, ${recipient}`);
  expect(rows()).toEqual(['approve: release, creator', 'nothing: autoApprove, creator']);
  expect(rows('staff_hold')).toEqual(['approve: releaseOnHold, held', 'nothing: autoApproveOnHold, held']);
  expect(rows('card_dispute'), 'approved work is paid all the same').toEqual([
    'approve: release, creator',
    'nothing: autoApprove, creator',
  ]);
  expect(rows('card_dispute', 'fraud_warning')).toEqual([
    'approve: releaseOnHold, none',
    'nothing: autoApproveOnHold, none',
  ]);
});

it('an approval whose money is on hold promises no release, on its button, in its dialog, after it and beside the clock', () => {
  const texts = Object.values(approvalTexts('hold'));
  expect(texts).toEqual(['decide.approveOnHold', 'approve.toOnHold', 'approve.nextOnHold', 'approvedOnHold']);
  expect(Object.values(approvalTexts(null))).toEqual(['decide.approve', 'approve.to', 'approve.next', 'approved']);
  expect([comesAtZero('auto_approve', 'hold'), comesAtZero('auto_approve', null), comesAtZero('due', 'hold')]).toEqual([
    'auto_approve_on_hold',
    'auto_approve',
    'due',
  ]);
});

it('while payments are paused a deal names no time of a release; its other deadlines stand', () => {
  const deal = {
    currency: 'EUR',
    milestones: [
      { id: 'm1', currency: 'EUR', deadlineAt: at, atZero: 'release' },
      { id: 'm2', currency: 'EUR', deadlineAt: at, atZero: 'overdue' },
    ],
    whatIf: {
      milestoneId: 'm1',
      rows: [
        { choice: 'nothing', outcome: 'release' },
        { choice: 'cancel', outcome: 'refund' },
      ],
    },
  } as unknown as DealDto;
  expect(dealWhilePaused(deal, ['USD'])).toBe(deal);
  const { milestones, whatIf: preview } = dealWhilePaused(deal, ['EUR']);
  expect(milestones.map(({ deadlineAt, atZero }) => [deadlineAt, atZero])).toEqual([
    [null, null],
    [at, 'overdue'],
  ]);
  expect(preview?.rows.map(({ outcome }) => outcome)).toEqual(['refund']);
});
