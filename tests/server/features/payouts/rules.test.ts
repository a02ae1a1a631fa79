import { describe, expect, test } from 'vitest';
import { MILESTONE_STATES } from '../../../../server/features/escrow/schema.ts';
import {
  accountStateOf,
  expectedDay,
  fixFor,
  payoutCurrencyOf,
  payoutRefusal,
  partsOf,
  placeOf,
  type EarningFacts,
} from '../../../../server/features/payouts/rules.ts';
import type { Currency } from '../../../../server/core/money.ts';
import { PAYOUT_MINIMUM } from '../../../../server/features/policies/rules.ts';

const now = new Date('2026-11-21T10:00:00Z');
const facts = (change: Partial<EarningFacts>): EarningFacts => ({
  milestoneState: 'funded',
  holds: [],
  deadlineAt: new Date('2026-11-25T10:00:00Z'),
  transferState: null,
  transferAt: null,
  clearsAt: null,
  payoutState: null,
  payoutWaitsUntil: null,
  payoutAt: null,
  reversed: null,
  ...change,
});

describe('where an earning is', () => {
  test('every state of a milestone has one place, or nothing is to be earned', () => {
    const places = Object.fromEntries(
      MILESTONE_STATES.map((milestoneState) => [milestoneState, placeOf(facts({ milestoneState }))?.bucket ?? null]),
    );
    expect(places).toEqual({
      proposed: null,
      awaiting_funding: null,
      funding: null,
      funded: 'held',
      delivered: 'in_review',
      changes_requested: 'held',
      overdue: 'held',
      approved: 'clearing',
      auto_approved: 'clearing',
      clearing: 'clearing',
      releasing: 'on_the_way',
      released: 'on_the_way',
      refunding: null,
      refunded: null,
      disputed: 'on_hold',
      settling: null,
      settled_split: null,
      cancel_requested: 'held',
      awaiting_live: 'held',
      retention: 'held',
      void: null,
    });
  });

  test('what staff ended is not called disputed', () => {
    const disputed = facts({ milestoneState: 'disputed' });
    expect(placeOf(disputed)).toEqual({ bucket: 'on_hold', at: null, reason: 'disputed' });
    expect(placeOf({ ...disputed, terminated: true })).toEqual({ bucket: 'on_hold', at: null, reason: 'terminated' });
  });

  test('a transfer is more specific than the milestone, a payout than the transfer', () => {
    expect(placeOf(facts({ milestoneState: 'releasing', transferState: 'waiting' }))).toMatchObject({
      bucket: 'on_hold',
      reason: 'account_needed',
    });
    expect(placeOf(facts({ milestoneState: 'releasing', transferState: 'unknown' }))).toMatchObject({
      bucket: 'on_the_way',
      reason: 'transferring',
    });
    expect(placeOf(facts({ milestoneState: 'released', transferState: 'sent', transferAt: now }))).toMatchObject({
      bucket: 'available',
      at: now,
    });
    expect(
      placeOf(facts({ milestoneState: 'released', transferState: 'sent', payoutState: 'in_transit', payoutAt: now })),
    ).toMatchObject({ bucket: 'on_the_way', reason: 'in_transit' });
    expect(
      placeOf(facts({ milestoneState: 'released', transferState: 'sent', payoutState: 'paid', payoutAt: now })),
    ).toMatchObject({ bucket: 'paid' });
  });

  test('a payout on its way without an expected day shows how long banks take', () => {
    expect(placeOf(facts({ payoutState: 'in_transit', payoutAt: null }))).toMatchObject({
      at: null,
      reason: 'in_transit_undated',
    });
  });

  test('what was taken back of a transfer stands for itself, and every cent of the rest where it was', () => {
    const sent = { milestoneState: 'released', transferState: 'sent', transferAt: now } as const;
    const places = (reversed: Partial<EarningFacts['reversed'] & object>, more: Partial<EarningFacts> = {}) =>
      partsOf(
        100,
        facts({
          ...sent,
          ...more,
          reversed: {
            amount: 60,
            at: now,
            paidByBank: 0,
            keptByPlatform: 0,
            ruled: null,
            deductions: [],
            ...reversed,
          },
        }),
      ).map(({ amount, bucket, reason }) => `${amount} ${bucket} ${reason}`);
    expect(places({})).toEqual(['40 available available', '60 on_hold taken_back']);
    expect(places({ amount: 100 })).toEqual(['100 on_hold taken_back']);
    expect(places({ paidByBank: 10, keptByPlatform: 20 }), 'decided by two staff members').toEqual([
      '40 available available',
      '30 on_hold taken_back',
      '10 paid paid_by_bank',
    ]);
    expect(places({ amount: 100, keptByPlatform: 100 })).toEqual([]);
    const ruled = (amount: number) => places({ ruled: { amount, until: now } })[1];
    expect(ruled(60), 'may be appealed').toBe('60 on_hold ruled');
    expect(ruled(20), 'a part of it is not decided').toBe('60 on_hold taken_back');
    const paid = { payoutState: 'paid', payoutAt: now } as const;
    const taken = (amount: number, state: 'in_transit' | 'paid' | null) => ({ amount, at: now, state });
    expect(
      places({ deductions: [taken(60, null)] }, paid),
      'the payout carried it whole, and the balance pays for it',
    ).toEqual(['100 paid paid', '-60 available deducted', '60 on_hold taken_back']);
    for (const [state, bucket] of [
      ['in_transit', 'on_the_way'],
      ['paid', 'paid'],
    ] as const)
      expect(places({ keptByPlatform: 60, deductions: [taken(60, state)] }, paid), 'and then the next payout').toEqual([
        '100 paid paid',
        `-60 ${bucket} deducted`,
      ]);
    expect(
      places({ deductions: [taken(25, 'paid'), taken(5, null)] }, paid),
      'of what was taken in parts, each counts by its own time',
    ).toEqual(['70 paid paid', '-25 paid deducted', '-5 available deducted', '60 on_hold taken_back']);
  });

  test('a hold is shown, but only where there is money to hold', () => {
    expect(placeOf(facts({ holds: ['admin'] }))).toMatchObject({ bucket: 'on_hold', reason: 'checked_by_us' });
    expect(placeOf(facts({ milestoneState: 'void', holds: ['admin'] }))).toBeNull();
  });
});

test('a payout is refused for the first thing that can be mended', () => {
  const bank = (coolingUntil: Date | null, currency: Currency = 'EUR') => ({
    currency,
    account: 0,
    last4: '3000',
    coolingUntil,
  });
  const account = { state: 'enabled' as const, banks: [bank(null)] };
  const refusalWith = (change: Partial<Parameters<typeof payoutRefusal>[0]>) =>
    payoutRefusal({ mayManage: true, account, available: 5_000, currency: 'EUR', now, taxMissing: false, ...change });
  expect(refusalWith({})).toBeNull();
  expect(refusalWith({ mayManage: false })).toBe('auth.not_allowed');
  expect(refusalWith({ account: { ...account, state: 'none' } })).toBe('payout.no_account');
  expect(refusalWith({ account: { ...account, state: 'restricted' } })).toBe('payout.account_restricted');
  const soon = new Date(now.getTime() + 1);
  expect(refusalWith({ account: { ...account, banks: [bank(soon)] } })).toBe('payout.bank_cooling');
  expect(refusalWith({ account: { ...account, banks: [bank(now)] } })).toBeNull();
  expect(refusalWith({ account: { ...account, banks: [bank(null), bank(soon, 'USD')] } }), 'each currency alone').toBe(
    null,
  );
  expect(refusalWith({ available: PAYOUT_MINIMUM.EUR - 1 })).toBe('payout.below_minimum');
  expect(refusalWith({ available: PAYOUT_MINIMUM.EUR })).toBeNull();
  expect(refusalWith({ available: 1, isLeaving: true }), 'an account that is to be deleted has to be empty').toBeNull();
  expect(refusalWith({ available: 0, isLeaving: true })).toBe('payout.below_minimum');
  expect(refusalWith({ available: 5, isLeaving: true, currency: 'KWD' })).toBe('payout.below_minimum');
});

test('accounts in our words', () => {
  const seen = { payoutsEnabled: false, transfersActive: false, detailsSubmitted: false, disabledReason: null };
  expect(accountStateOf(seen)).toBe('started');
  expect(accountStateOf({ ...seen, detailsSubmitted: true })).toBe('restricted');
  expect(accountStateOf({ ...seen, detailsSubmitted: true, payoutsEnabled: true })).toBe('restricted');
  expect(accountStateOf({ ...seen, payoutsEnabled: true, transfersActive: true })).toBe('enabled');
  expect(accountStateOf({ ...seen, detailsSubmitted: true, disabledReason: 'rejected.fraud' })).toBe('disabled');
  expect([payoutCurrencyOf('FR'), payoutCurrencyOf('GB'), payoutCurrencyOf('KW'), payoutCurrencyOf('DE')]).toEqual([
    'EUR',
    'GBP',
    'KWD',
    'EUR',
  ]);
});

test('every failure leads to one act', () => {
  expect(fixFor('account_closed')).toBe('renew_bank');
  expect(fixFor('could_not_process')).toBe('try_again');
  expect(fixFor('something_new')).toBe('contact_us');
});

describe('the day on which a payout is expected', () => {
  const day = (arrival: string | null, sent: string, at: string) =>
    expectedDay(arrival === null ? null : new Date(arrival), new Date(sent), new Date(at))?.toISOString() ?? null;
  const [THURSDAY, FRIDAY, SATURDAY, SUNDAY, MONDAY] = [19, 20, 21, 22, 23].map((d) => `2026-11-${d}T22:30:00Z`) as [
    string,
    string,
    string,
    string,
    string,
  ];

  test('is never before the first working day after it was sent, whatever the provider reports', () => {
    expect(day(THURSDAY, THURSDAY, THURSDAY)).toBe('2026-11-20T12:00:00.000Z');
    for (const sent of [FRIDAY, SATURDAY, SUNDAY]) expect(day(sent, sent, sent)).toBe('2026-11-23T12:00:00.000Z');
    expect(day('2026-11-25T00:00:00Z', FRIDAY, SUNDAY)).toBe('2026-11-25T12:00:00.000Z');
    expect(day(null, FRIDAY, SUNDAY)).toBeNull();
  });

  test('is never a day that has passed, at any moment until then and after it', () => {
    const sent = new Date(THURSDAY);
    for (let hour = 0; hour < 24 * 14; hour += 1) {
      const at = new Date(sent.getTime() + hour * 3_600_000);
      const expected = expectedDay(new Date(MONDAY), sent, at);
      if (at.toISOString() < '2026-11-24') expect(expected?.toISOString(), at.toISOString()).toMatch(/^2026-11-23/u);
      else expect(expected, at.toISOString()).toBeNull();
    }
  });
});
