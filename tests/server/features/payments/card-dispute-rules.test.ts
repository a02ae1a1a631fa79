import { expect, test } from 'vitest';
import { isHeldBack, releaseStops } from '../../../../server/features/escrow/milestone/rules.ts';
import {
  asideAfter,
  backAfterLoss,
  disputeStateOf,
  floatSuffices,
  isNewDispute,
  linePost,
  outstanding,
  owedByBrand,
  setsAside,
  suspectsFraud,
} from '../../../../server/features/payments/card-disputes/rules.ts';
import { takesPayment } from '../../../../server/features/payments/rules.ts';
import { MILESTONE_STATES } from '../../../../server/features/escrow/schema.ts';

const taken = { id: 'txn_1', amount: -1_060, fee: 20, currency: 'EUR' } as const;
const back = { id: 'txn_2', amount: 1_060, fee: 0, currency: 'EUR' } as const;
const dispute = (status: string, ...balanceTransactions: (typeof taken | typeof back)[]) => ({
  disputeId: 'du_1',
  status,
  balanceTransactions,
});

test('a dispute is won once its money is back; one that was averted has cost it all the same', () => {
  expect(outstanding(dispute('needs_response', taken))).toBe(1_060);
  expect(Math.abs(outstanding(dispute('won', taken, back)))).toBe(0);
  expect(disputeStateOf(dispute('needs_response', taken), 1_060)).toBe('open');
  expect(disputeStateOf(dispute('won', taken), 1_060)).toBe('open');
  expect(disputeStateOf(dispute('won', taken, back), 0)).toBe('won');
  expect(disputeStateOf(dispute('warning_closed'), 0)).toBe('won');
  expect(disputeStateOf(dispute('warning_needs_response'), 0)).toBe('open');
  for (const status of ['lost', 'prevented']) {
    expect(disputeStateOf(dispute(status, taken), 1_060)).toBe('lost');
    expect(disputeStateOf(dispute(status), 0), 'its lines are still to come').toBe('lost');
    expect(disputeStateOf(dispute(status, taken, back), 0), 'all of it is back').toBe('won');
  }
});

test('each line is booked once, under its own id', () => {
  expect(linePost(dispute('needs_response'), taken)).toMatchObject({
    kind: 'dispute_withdrawn',
    opId: 'dispute:du_1:txn_1',
    providerRef: 'txn_1',
    legs: [
      { code: 'CARD_DISPUTE_HOLD', debit: 1_060 },
      { code: 'DISPUTE_FEE', debit: 20 },
      { code: 'PSP_BAL', credit: 1_080 },
    ],
  });
  expect(linePost(dispute('won'), back)).toMatchObject({ kind: 'dispute_reinstated', opId: 'dispute:du_1:txn_2' });
  expect(linePost(dispute('won'), { ...back, amount: 0 })).toBeNull();
  expect(linePost(dispute('won'), { ...taken, amount: 0 })).toMatchObject({ kind: 'dispute_withdrawn' });
});

test('money in escrow is set aside once, and what had left it is owed by the brand', () => {
  const row = { state: 'open', withdrawn: 1_060, withdrawn_currency: 'EUR', set_aside: false } as const;
  expect(setsAside('funded', row, [])).toBe(true);
  expect(setsAside('released', row, [])).toBe(false);
  expect(setsAside('funded', { ...row, withdrawn: 0 }, [])).toBe(false);
  expect(setsAside('funded', { ...row, set_aside: true }, [])).toBe(false);
  expect(setsAside('funded', row, [{ ...row, set_aside: true }])).toBe(false);
  expect(setsAside('funded', row, [row])).toBe(true);
  expect(owedByBrand(row, [])).toBe(true);
  expect(owedByBrand({ ...row, set_aside: true }, [])).toBe(false);
  expect(owedByBrand({ ...row, withdrawn: 0 }, [])).toBe(false);
  expect(owedByBrand({ ...row, withdrawn_currency: null }, [])).toBe(false);
  expect(owedByBrand(row, [row])).toBe(true);
  expect(owedByBrand(row, [{ ...row, set_aside: true }]), 'held for another part of the charge').toBe(false);
  const lost = { ...row, state: 'lost' } as const;
  expect(backAfterLoss(lost, { ...row, state: 'won', withdrawn: 0 })).toBe(1_060);
  expect(backAfterLoss(lost, { ...lost, withdrawn: 1_000 })).toBe(60);
  expect([
    backAfterLoss(row, { ...row, withdrawn: 0 }),
    backAfterLoss(undefined, row),
    backAfterLoss(lost, lost),
  ]).toEqual([0, 0, 0]);
  const inquiry = { ...row, withdrawn: 0 };
  expect(asideAfter([inquiry, row])).toBe(row);
  expect(asideAfter([inquiry]), 'an inquiry has taken nothing').toBeUndefined();
  expect(isNewDispute(undefined, row)).toBe(true);
  expect(isNewDispute(row, row)).toBe(false);
  expect(isNewDispute({ ...row, state: 'won' }, row)).toBe(true);
  expect(isNewDispute({ ...row, state: 'won' }, { ...row, state: 'won' })).toBe(false);
});

test('a payment funds a milestone that awaits it; for any other it came too late', () => {
  expect(MILESTONE_STATES.filter(takesPayment)).toEqual(['awaiting_funding', 'funding']);
});

test('a card dispute keeps approved work from nothing; suspected fraud, staff and a float that is too low do', () => {
  expect(releaseStops(['card_dispute'])).toBe(false);
  for (const hold of ['fraud_warning', 'staff_hold', 'provider_refund', 'recon_drift', 'float_short'])
    expect(releaseStops(['card_dispute', hold]), hold).toBe(true);
  for (const state of MILESTONE_STATES)
    expect(isHeldBack({ state, holds: ['card_dispute'] }), state).toBe(
      !['approved', 'auto_approved', 'clearing'].includes(state),
    );
  expect([suspectsFraud({ reason: 'fraudulent' }), suspectsFraud({ reason: 'product_not_received' })]).toEqual([
    true,
    false,
  ]);
});

test('what a bank took is replaced only by money of the platform that counts for no other client', () => {
  expect(floatSuffices(1_060, 1_060)).toBe(true);
  expect(floatSuffices(1_059, 1_060)).toBe(false);
  expect(floatSuffices(0, 0)).toBe(true);
  expect(floatSuffices(-1, 0)).toBe(false);
});
