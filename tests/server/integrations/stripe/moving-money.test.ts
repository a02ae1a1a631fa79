import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankOf, DAY, onboard, pay, startHarness, unique, type Harness } from './sandbox-harness.ts';

let h: Harness;
beforeAll(async () => void (h = await startHarness()));
afterAll(() => h.close());

const send = (destination: string, amount: number, sourceCharge: string | null, group = unique('group')) => {
  const opId = unique('transfer');
  return h.provider.createTransfer({
    opId,
    idempotencyKey: opId,
    amount,
    currency: 'EUR',
    destination,
    sourceCharge,
    transferGroup: group,
  });
};
const refund = (chargeId: string, amount: number) => {
  const opId = unique('refund');
  return h.provider.createRefund({ opId, idempotencyKey: opId, chargeId, amount });
};
const topUp = (amount: number) => {
  const opId = unique('topup');
  return h.provider.createTopUp({ opId, idempotencyKey: opId, amount, currency: 'EUR', description: 'float' });
};
const euros = async (account?: string) =>
  (await h.provider.balance(account)).find(({ currency }) => currency === 'EUR') ?? { available: 0, pending: 0 };

describe('a transfer', () => {
  test('from a charge needs no settled balance, settles with it, and stops at what is left', async () => {
    const account = await onboard(h);
    const { chargeId } = await pay(h, { amount: 100_000 });
    await send(account, 60_000, chargeId);
    expect(await euros(account)).toMatchObject({ available: 0, pending: 60_000 });
    await expect(send(account, 40_001, chargeId)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'amount_too_large',
      provenNotCreated: true,
    });
    await refund(chargeId, 10_000);
    await expect(send(account, 30_001, chargeId)).rejects.toMatchObject({ kind: 'invalid' });
    await send(account, 30_000, chargeId);
    await h.advance(4 * DAY);
    expect(await euros(account)).toMatchObject({ available: 90_000, pending: 0 });
  });

  test('without a charge needs an available balance', async () => {
    const own = await startHarness();
    try {
      const account = await onboard(own);
      const plain = () =>
        own.provider.createTransfer({
          opId: 'plain',
          idempotencyKey: unique('k'),
          amount: 5000,
          currency: 'EUR',
          destination: account,
          sourceCharge: null,
          transferGroup: 'g',
        });
      await pay(own, { amount: 100_000 });
      await expect(plain()).rejects.toMatchObject({
        kind: 'invalid',
        code: 'balance_insufficient',
        provenNotCreated: true,
      });
      await own.provider.createTopUp({
        opId: 'float',
        idempotencyKey: 'float',
        amount: 5000,
        currency: 'EUR',
        description: 'float',
      });
      await expect(plain()).resolves.toMatchObject({ amount: 5000 });
    } finally {
      await own.close();
    }
  });

  test('needs a payee who may receive', async () => {
    const { chargeId } = await pay(h);
    const closed = await onboard(h, { outcome: 'incomplete' });
    await expect(send(closed, 100, chargeId)).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' });
    await expect(send('acct_nobody', 100, chargeId)).rejects.toMatchObject({ code: 'resource_missing' });
  });

  test('is taken back in parts while the payee still holds it', async () => {
    const account = await onboard(h);
    const { chargeId } = await pay(h, { amount: 100_000 });
    const { transferId } = await send(account, 50_000, chargeId);
    const reverse = (amount: number) => {
      const opId = unique('reversal');
      return h.reads.reverseTransfer({ opId, idempotencyKey: opId, transferId, amount });
    };
    await reverse(20_000);
    expect(await euros(account)).toMatchObject({ pending: 30_000 });
    await expect(reverse(30_001)).rejects.toMatchObject({ kind: 'invalid' });
    await reverse(30_000);
    expect(await h.stripe.transfers.retrieve(transferId)).toMatchObject({
      reversed: true,
      amount_reversed: 50_000,
      reversals: { total_count: 2 },
    });
    await expect(reverse(1)).rejects.toMatchObject({ code: 'transfer_already_reversed' });
    // The charge's money is free to be sent again.
    await expect(send(account, 100_000, chargeId)).resolves.toBeDefined();
  });
});

describe('a refund', () => {
  test('is bounded by what is left, and does not bring the fee back', async () => {
    const before = await euros();
    const { chargeId, payment } = await pay(h, { amount: 10_000 });
    await refund(chargeId, 4000);
    await expect(refund(chargeId, 6001)).rejects.toMatchObject({ kind: 'invalid', code: 'amount_too_large' });
    const rest = await refund(chargeId, 6000);
    expect(rest).toMatchObject({ status: 'succeeded', balanceTransactionId: expect.stringMatching(/^txn_/) });
    await expect(refund(chargeId, 1)).rejects.toMatchObject({ code: 'charge_already_refunded' });
    const after = await euros();
    expect(after.available + after.pending - before.available - before.pending).toBe(-(payment.settled!.fee ?? 0));
  });

  test('waits when the balance cannot cover it, and is paid when it can', async () => {
    const own = await startHarness();
    try {
      const account = await onboard(own);
      const { chargeId, group } = await pay(own, { amount: 10_000 });
      await own.provider.createTransfer({
        opId: 't',
        idempotencyKey: 't',
        amount: 9000,
        currency: 'EUR',
        destination: account,
        sourceCharge: chargeId,
        transferGroup: group,
      });
      const waiting = await own.provider.createRefund({ opId: 'r', idempotencyKey: 'r', chargeId, amount: 1000 });
      expect(waiting).toMatchObject({
        status: 'pending',
        pendingReason: 'insufficient_funds',
        balanceTransactionId: null,
      });
      await own.provider.createTopUp({
        opId: 'f',
        idempotencyKey: 'f',
        amount: 5000,
        currency: 'EUR',
        description: 'float',
      });
      expect(await own.provider.retrieveRefund(waiting.refundId)).toMatchObject({
        status: 'succeeded',
        pendingReason: null,
      });
      expect(await own.provider.findRefund('r', chargeId)).toMatchObject({ refundId: waiting.refundId });
    } finally {
      await own.close();
    }
  });

  test('to a closed card succeeds, comes back later, and is owed again', async () => {
    const { chargeId } = await pay(h, { card: '4000000000005126', amount: 8000 });
    const sent = await refund(chargeId, 8000);
    expect(sent.status).toBe('succeeded');
    const between = await euros();
    await h.advance(3601);
    expect(await h.provider.retrieveRefund(sent.refundId)).toMatchObject({
      status: 'failed',
      failureBalanceTransactionId: expect.stringMatching(/^txn_/),
    });
    const after = await euros();
    expect(after.available + after.pending - between.available - between.pending).toBe(8000);
    await expect(refund(chargeId, 8000)).resolves.toMatchObject({ status: 'succeeded' });
  });

  test('may stay pending until the network answers', async () => {
    const { chargeId } = await pay(h, { card: '4000000000007726', amount: 8000 });
    const sent = await refund(chargeId, 8000);
    expect(sent).toMatchObject({ status: 'pending', pendingReason: 'processing' });
    await h.advance(3601);
    expect(await h.provider.retrieveRefund(sent.refundId)).toMatchObject({ status: 'succeeded', pendingReason: null });
  });
});

describe('a dispute', () => {
  const latestDispute = async (chargeId: string) => (await h.stripe.disputes.list({ charge: chargeId })).data[0]!;

  test('takes the amount and a fee, forbids a refund, and a win brings the amount back', async () => {
    const { chargeId, payment } = await pay(h, { card: '4000000000000259', amount: 50_000 });
    const dispute = await latestDispute(chargeId);
    expect(await h.provider.retrieveDispute(dispute.id)).toMatchObject({
      status: 'needs_response',
      amount: 50_000,
      chargeId,
      balanceTransactions: [{ amount: -50_000, fee: 2000, net: -52_000 }],
    });
    expect((await h.provider.retrievePayment(payment.paymentIntentId)).disputed).toBe(true);
    await expect(refund(chargeId, 100)).rejects.toMatchObject({ kind: 'invalid', code: 'charge_disputed' });
    const before = await euros();
    const won = await h.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } });
    expect(won.status).toBe('won');
    const after = await euros();
    expect(after.available - before.available).toBe(50_000);
    await expect(refund(chargeId, 100)).resolves.toBeDefined();
  });

  test('is lost by evidence, by closing, or by silence', async () => {
    for (const lose of [
      (id: string) => h.stripe.disputes.update(id, { evidence: { uncategorized_text: 'losing_evidence' } }),
      (id: string) => h.stripe.disputes.close(id),
      () => h.advance(10 * DAY),
    ]) {
      const { chargeId } = await pay(h);
      const { id } = await h.command('disputes', { charge: chargeId, reason: 'product_not_received' });
      await lose(id);
      expect(await latestDispute(chargeId)).toMatchObject({ status: 'lost' });
      await expect(h.stripe.disputes.close(id)).rejects.toThrow('already closed');
    }
  });

  test('that is only an inquiry moves no money, and an early warning neither', async () => {
    const before = await h.books();
    const inquiry = await pay(h, { card: '4000000000001976', amount: 5000 });
    expect(await latestDispute(inquiry.chargeId)).toMatchObject({
      status: 'warning_needs_response',
      balance_transactions: [],
      is_charge_refundable: true,
    });
    const warned = await pay(h, { card: '4000000000005423', amount: 5000 });
    expect((await h.stripe.radar.earlyFraudWarnings.list({ charge: warned.chargeId })).data).toMatchObject([
      { actionable: true },
    ]);
    const after = await h.books();
    expect(after.currencies['eur']!.platform.by_type['adjustment']).toEqual(
      before.currencies['eur']!.platform.by_type['adjustment'],
    );
    await expect(refund(inquiry.chargeId, 5000)).resolves.toMatchObject({ status: 'succeeded' });
  });
});

describe('a payout', () => {
  const withMoney = async (number: string): Promise<string> => {
    const account = await onboard(h, { number });
    const { chargeId } = await pay(h, { amount: 100_000, card: '4000000000000077' });
    await send(account, 80_000, chargeId);
    return account;
  };
  const payOut = async (accountId: string, amount: number, currency: 'EUR' | 'JPY' = 'EUR', bank?: string) => {
    const opId = unique('payout');
    const destination = bank ?? (await bankOf(h, accountId, currency));
    return h.provider.createPayout({ opId, idempotencyKey: opId, accountId, amount, currency, destination });
  };

  test('needs available money, travels, and arrives by the clock', async () => {
    const account = await withMoney('FR1420041010050500013M02606');
    await expect(payOut(account, 80_001)).rejects.toMatchObject({ code: 'balance_insufficient' });
    const { payoutId } = await payOut(account, 80_000);
    expect(await euros(account)).toMatchObject({ available: 0 });
    await h.advance(DAY + 1);
    expect(await h.provider.retrievePayout(account, payoutId)).toMatchObject({ status: 'in_transit' });
    await h.advance(DAY);
    expect(await h.provider.retrievePayout(account, payoutId)).toMatchObject({ status: 'paid', failureCode: null });
  });

  test('goes to the bank account that it names, and to none that is unknown, of another payee or removed', async () => {
    const [account, other] = [await withMoney('FR1420041010050500013M02606'), await onboard(h)];
    const bank = await bankOf(h, account, 'EUR');
    const { payoutId } = await payOut(account, 10_000, 'EUR', bank);
    const { destination } = await h.stripe.payouts.retrieve(payoutId, {}, { stripeAccount: account });
    expect(destination).toBe(bank);
    const gone = (id: string) => ({
      kind: 'invalid',
      code: 'resource_missing',
      message: `No such external account: '${id}'`,
    });
    for (const id of ['ba_unknown', await bankOf(h, other, 'EUR')])
      await expect(payOut(account, 10_000, 'EUR', id)).rejects.toMatchObject(gone(id));
    await h.command(`accounts/${account}`, { outcome: 'complete', number: 'FR7612345987654321007000' });
    expect(await bankOf(h, account, 'EUR')).not.toBe(bank);
    await expect(payOut(account, 10_000, 'EUR', bank)).rejects.toMatchObject(gone(bank));
    expect(await euros(account)).toMatchObject({ available: 70_000 });
  });

  test('fails at a closed account, gives the money back, and blocks payouts until the bank details are renewed', async () => {
    const account = await withMoney('DE89370400440532013002');
    const { payoutId } = await payOut(account, 50_000);
    await h.advance(2 * DAY + 1);
    expect(await h.provider.retrievePayout(account, payoutId)).toMatchObject({
      status: 'failed',
      failureCode: 'account_closed',
    });
    expect(await euros(account)).toMatchObject({ available: 80_000 });
    expect(await h.provider.retrieveAccount(account)).toMatchObject({
      payoutsEnabled: false,
      requirementsDue: ['external_account'],
    });
    await expect(payOut(account, 50_000)).rejects.toMatchObject({ code: 'payouts_not_allowed' });
    await h.stripe.accounts.createExternalAccount(account, {
      external_account: {
        object: 'bank_account',
        country: 'DE',
        currency: 'eur',
        account_number: 'DE89370400440532013000',
      },
    } as never);
    expect(await h.provider.retrieveAccount(account)).toMatchObject({ payoutsEnabled: true, requirementsDue: [] });
    const renewed = await h.stripe.accounts.listExternalAccounts(account, { object: 'bank_account', limit: 1 });
    expect(renewed.data[0]).toMatchObject({ last4: '3000' });
  });

  test('that was paid may still come back', async () => {
    const account = await withMoney('DE89370400440532013009');
    const { payoutId } = await payOut(account, 80_000);
    await h.advance(2 * DAY + 1);
    expect(await h.provider.retrievePayout(account, payoutId)).toMatchObject({ status: 'paid' });
    await h.advance(2 * DAY + 1);
    expect(await h.provider.retrievePayout(account, payoutId)).toMatchObject({ status: 'failed' });
    expect(await euros(account)).toMatchObject({ available: 80_000 });
  });

  test('that comes back from a bank account that was replaced since does not block the new one', async () => {
    const account = await withMoney('DE89370400440532013009');
    const { payoutId } = await payOut(account, 50_000);
    await h.advance(2 * DAY + 1);
    await h.command(`accounts/${account}`, { outcome: 'complete', number: 'FR1420041010050500013M02606' });
    await h.advance(2 * DAY + 1);
    expect(await h.provider.retrievePayout(account, payoutId)).toMatchObject({ status: 'failed' });
    expect(await h.provider.retrieveAccount(account)).toMatchObject({ payoutsEnabled: true, requirementsDue: [] });
    await payOut(account, 80_000);
  });

  test('can be cancelled while pending', async () => {
    const account = await withMoney('FR1420041010050500013M02606');
    const { payoutId } = await payOut(account, 80_000);
    expect(await h.stripe.payouts.cancel(payoutId, {}, { stripeAccount: account })).toMatchObject({
      status: 'canceled',
    });
    expect(await euros(account)).toMatchObject({ available: 80_000 });
  });

  test('is invisible to the platform without the account’s name', async () => {
    const account = await withMoney('FR1420041010050500013M02606');
    const { payoutId } = await payOut(account, 100);
    await expect(h.stripe.payouts.retrieve(payoutId)).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(h.provider.balance('acct_stranger')).rejects.toMatchObject({
      kind: 'not_found',
      code: 'account_invalid',
    });
  });
});

describe('currencies without and with three decimals', () => {
  test('yen have no fraction and dinars move in tens', async () => {
    const account = await onboard(h);
    const yen = await pay(h, { currency: 'JPY', amount: 10_000, card: '4000000000000077' });
    expect(yen.payment).toMatchObject({
      currency: 'JPY',
      amountReceived: 10_000,
      settled: { currency: 'JPY', fee: 360 },
    });
    const dinar = await pay(h, { currency: 'KWD', amount: 45_120 });
    expect(dinar.payment.settled!.fee! % 10).toBe(0);
    const half = {
      opId: 'kwd',
      currency: 'KWD' as const,
      destination: account,
      sourceCharge: dinar.chargeId,
      transferGroup: dinar.group,
    };
    await expect(
      h.provider.createTransfer({ ...half, idempotencyKey: unique('k'), amount: 45_115 }),
    ).rejects.toMatchObject({ kind: 'invalid', code: 'parameter_invalid_integer' });
    await expect(
      h.provider.createTransfer({ ...half, idempotencyKey: unique('k'), amount: 45_120 }),
    ).resolves.toMatchObject({ currency: 'KWD' });
    await expect(
      h.provider.createTransfer({ ...half, idempotencyKey: unique('k'), amount: 100, currency: 'EUR' }),
    ).rejects.toThrow('must be the same');
  });
});

test('balance transactions account for every movement', async () => {
  const list = await h.reads.listBalanceTransactions({ from: new Date(0), currency: 'EUR' });
  const balance = await euros();
  expect(list.reduce((sum, { net }) => sum + net, 0)).toBe(balance.available + balance.pending);
  expect(await h.provider.retrieveBalanceTransaction(list[0]!.id)).toEqual(list[0]);
  await topUp(100);
  expect((await h.reads.listBalanceTransactions({ from: new Date(0), currency: 'EUR' })).at(-1)).toMatchObject({
    type: 'topup',
    net: 100,
  });
});
