import { expect, test } from 'vitest';
import {
  endsByBank,
  endsByFraud,
  isHeldBack,
  releaseStops,
} from '../../../../server/features/escrow/milestone/rules.ts';
import {
  asideAfter,
  backAfterLoss,
  creatorNotice,
  disputeStateOf,
  floatSuffices,
  inOrderOfBooking,
  isChargedBack,
  isNewDispute,
  isNewLoss,
  leftOf,
  linePost,
  lossId,
  netDisputes,
  outstanding,
  owedByBrand,
  setsAside,
  splitRecovered,
  shareId,
  suspectsFraud,
  takesOf,
  unbookedLoss,
} from '../../../../server/features/payments/card-disputes/rules.ts';
import { takesPayment } from '../../../../server/features/payments/rules.ts';
import { MILESTONE_STATES, type MilestoneState } from '../../../../server/features/escrow/schema.ts';

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

test('a dispute takes money of the milestone that its payment funds, suspended money, or what goes back, as long as it is so', () => {
  const [asked, of] = [{ suspended: true }, { suspended: false }];
  expect(takesOf({ funds: true, suspended: false }, undefined)).toBe('milestone');
  expect(takesOf({ funds: false, suspended: true }, undefined)).toBe('suspended');
  expect(takesOf({ funds: false, suspended: false }, undefined), 'it came too late').toBe('other');
  expect(takesOf({ funds: false, suspended: false }, asked), 'it went back by its bank').toBe('suspended');
  expect(takesOf({ funds: true, suspended: false }, asked), 'it was accepted').toBe('milestone');
  expect(takesOf({ funds: false, suspended: false }, of), 'it went back').toBe('other');
});

test("what a bank takes of suspended money leaves suspense, its fee is the platform's, and what comes back is there again", () => {
  expect(linePost(dispute('needs_response'), taken, true)).toMatchObject({
    kind: 'dispute_withdrawn',
    opId: 'dispute:du_1:txn_1',
    legs: [
      { code: 'SUSPENSE', scope: '', debit: 1_060 },
      { code: 'DISPUTE_FEE', debit: 20 },
      { code: 'PSP_BAL', credit: 1_080 },
    ],
  });
  expect(linePost(dispute('won'), back, true)).toMatchObject({
    kind: 'dispute_reinstated',
    legs: [
      { code: 'PSP_BAL', debit: 1_060 },
      { code: 'SUSPENSE', scope: '', credit: 1_060 },
    ],
  });
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
  const row = { state: 'open', withdrawn: 1_060, withdrawn_currency: 'EUR', set_aside: false, returned: 0 } as const;
  expect(setsAside(true, row, [])).toBe(true);
  expect(setsAside(false, row, [])).toBe(false);
  expect(setsAside(true, { ...row, withdrawn: 0 }, [])).toBe(false);
  expect(setsAside(true, { ...row, set_aside: true }, [])).toBe(false);
  expect(setsAside(true, row, [{ ...row, set_aside: true }])).toBe(false);
  expect(setsAside(true, row, [row])).toBe(true);
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

test('what a bank took back for good is the refund of the brand first, and owed beyond it', () => {
  const lost = { state: 'lost', withdrawn: 1_060, withdrawn_currency: 'EUR', set_aside: true, returned: 0 } as const;
  const net = (back: number, ...disputes: { withdrawn: number; withdrawn_currency: 'EUR' | 'USD' }[]) =>
    netDisputes(
      disputes.map((d) => ({ ...lost, ...d })),
      { back, currency: 'EUR' },
    ).map(({ returned, owed }) => [returned, owed]);
  const eur = (withdrawn: number) => ({ withdrawn, withdrawn_currency: 'EUR' as const });
  expect(net(1_060, eur(1_060)), 'all of it').toEqual([[1_060, 0]]);
  expect(net(1_060, eur(300)), 'of a part the rest is refunded').toEqual([[300, 0]]);
  expect(net(800, eur(1_060)), 'a part was released before').toEqual([[800, 260]]);
  expect(net(0, eur(1_060)), 'all is the creator’s').toEqual([[0, 1_060]]);
  expect(net(800, eur(500), eur(500)), 'of two parts').toEqual([
    [500, 0],
    [300, 200],
  ]);
  expect(net(800, { withdrawn: 900, withdrawn_currency: 'USD' }), 'another currency is no refund').toEqual([[0, 900]]);

  expect(isChargedBack([lost])).toBe(true);
  expect(isChargedBack([lost, { ...lost, state: 'open' }]), 'not while the bank decides about another one').toBe(false);
  expect(isChargedBack([{ ...lost, withdrawn: 0 }]), 'an inquiry took nothing').toBe(false);
  expect(isChargedBack([])).toBe(false);
  expect([isNewLoss(undefined, lost), isNewLoss({ ...lost, state: 'open' }, lost), isNewLoss(lost, lost)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(isNewLoss({ ...lost, withdrawn: 0 }, lost), 'its line comes later').toBe(true);
  expect(isNewLoss({ ...lost, withdrawn: 0 }, { ...lost, withdrawn: 0 }), 'its line has not come').toBe(false);
  expect(isNewLoss(undefined, { ...lost, state: 'open' }), 'the bank has not decided').toBe(false);
  expect(isNewLoss({ ...lost, withdrawn: 660 }, lost), 'the bank takes again what it had given back').toBe(true);
  expect(isChargedBack([{ ...lost, state: 'won' }]), 'won, although its money is still to come').toBe(false);

  const netted = { ...lost, returned: 800 };
  expect(splitRecovered(netted, 1_060)).toEqual({ owed: 260, returned: 800 });
  expect(splitRecovered(netted, 100)).toEqual({ owed: 100, returned: 0 });
  expect(MILESTONE_STATES.filter(endsByBank)).toEqual(['funded', 'changes_requested', 'overdue']);
  expect(MILESTONE_STATES.filter(endsByFraud).toSorted(), 'approved work, whose money is here').toEqual([
    'approved',
    'auto_approved',
    'awaiting_live',
    'clearing',
    'retention',
  ]);
});

test('a dispute of a joint charge is divided by what is left of each line, and by what was charged where it takes more', () => {
  const lines = [
    { id: 'a', total: 600 },
    { id: 'b', total: 400 },
  ];
  const left = (disputed: number, ...returned: [string, number, number?][]) =>
    leftOf(lines, new Map(returned.map(([id, decided, made = decided]) => [id, { decided, made }])), disputed);
  expect(left(1_000)).toEqual([600, 400]);
  expect(left(900, ['a', 100])).toEqual([500, 400]);
  expect(left(400, ['a', 600])).toEqual([0, 400]);
  expect(left(400, ['a', 601]), 'never less than nothing').toEqual([0, 400]);
  expect(left(1_000, ['a', 600], ['b', 400]), 'refunded whole').toEqual([600, 400]);
  expect(left(1_000, ['a', 600]), 'a refund that its bank had no part in: no line loses more than its own').toEqual([
    600, 400,
  ]);
  expect(left(400, ['a', 600], ['b', 300, 0]), 'a refund that is on its way has taken nothing yet').toEqual([0, 400]);
  expect([0, 1, 2].map((index) => shareId('du_1', index))).toEqual(['du_1', 'du_1:2', 'du_1:3']);
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

test('a creator whose work is delivered or approved reads of no delivery ahead when a bank disputes its payment', () => {
  const of = (kind: ReturnType<typeof creatorNotice>, suspected: boolean) =>
    MILESTONE_STATES.filter((state) => creatorNotice({ state }, suspected) === kind).toSorted();
  const waiting: MilestoneState[] = ['awaiting_live', 'retention'];
  const approved: MilestoneState[] = ['approved', 'auto_approved', 'clearing'];
  expect(of('live_work_disputed', false)).toEqual(waiting);
  expect(of('approved_work_disputed', false)).toEqual([...approved, 'released', 'releasing', 'settled_split']);
  for (const suspected of [false, true]) expect(of('delivered_work_disputed', suspected)).toEqual(['delivered']);
  expect(of('approved_work_suspected', false)).toEqual([]);
  expect(of('approved_work_suspected', true)).toEqual([...approved, ...waiting].toSorted());
  expect(creatorNotice({ state: 'refunded', released_parts: 1 }, false)).toBe('approved_work_disputed');
});

test('what a bank took is replaced only by money of the platform that counts for no other client', () => {
  expect(floatSuffices(1_060, 1_060)).toBe(true);
  expect(floatSuffices(1_059, 1_060)).toBe(false);
  expect(floatSuffices(0, 0)).toBe(true);
  expect(floatSuffices(-1, 0)).toBe(false);
});

test('lines of a dispute that are read together are booked as they were taken, then as they were given back', () => {
  const again = { ...taken, id: 'txn_3', fee: 0 };
  expect(inOrderOfBooking([taken, back, again]).map(({ id }) => id)).toEqual(['txn_1', 'txn_3', 'txn_2']);
});

test('a dispute that is lost again is owed again, each time under an operation of its own, and nothing is owed twice', () => {
  const debt = (amount: number, more: object = {}) => ({ amount, cancelled: 0, repaid: 0, regained: 0, ...more });
  const lost = (withdrawn: number, returned = 0) => ({ withdrawn, returned });
  expect(unbookedLoss(lost(1_060), undefined)).toBe(1_060);
  expect(unbookedLoss(lost(1_060), debt(1_060)), 'reported again').toBe(0);
  expect(unbookedLoss(lost(1_060), debt(1_060, { cancelled: 1_060 })), 'given back while it was owed').toBe(1_060);
  expect(unbookedLoss(lost(1_060), debt(1_060, { repaid: 600, regained: 460 })), 'after it was settled').toBe(1_060);
  expect(unbookedLoss(lost(1_060), debt(1_060, { cancelled: 400 })), 'a part of it').toBe(400);
  expect(unbookedLoss(lost(1_060, 800), undefined), 'the rest was its refund').toBe(260);
  expect(unbookedLoss(lost(1_060, 800), debt(260))).toBe(0);
  expect([lossId('du_1', 0), lossId('du_1', 1_060), lossId('du_1', 2_120)]).toEqual([
    'dispute:du_1:lost',
    'dispute:du_1:lost:1060',
    'dispute:du_1:lost:2120',
  ]);
});
