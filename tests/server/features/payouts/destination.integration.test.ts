import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SystemContext } from '../../../../server/context.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { refreshAccountOf } from '../../../../server/features/payouts/account.ts';
import { advancePayout } from '../../../../server/features/payouts/delivery.ts';
import { payoutDetail } from '../../../../server/features/payouts/detail.ts';
import { payOut } from '../../../../server/features/payouts/service.ts';
import type { PaymentProvider } from '../../../../server/integrations/stripe/provider.ts';
import { prove } from '../../../support/people.ts';
import { services } from '../../../support/services.ts';
import { dealActs } from '../escrow/deal-acts.ts';
import { createMoneyWorld, deliver, type MoneyWorld } from '../escrow/deal-kit.ts';

/* A payout goes to the bank account that was judged for it, whatever its payee does until the provider is called. */

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('payout_destination', { sandbox: { PAYMENTS_SETTLEMENT_SECONDS: '0' } });
  // A new bank account is not paid to for 72 hours.
  world.integrations.settings.clockPolicy = 'standard';
});
afterAll(() => world?.close());
const { funded, seen, breaches } = dealActs(() => world);

/** A payee who has requested 400 euros. */
async function requested() {
  const deal = await funded();
  await deliver(world, deal);
  await approve(world.as(deal.brand), await seen(deal));
  expect(await release(world.system(), deal)).toBe('released');
  await prove(world, deal.creator);
  const { id: payoutId } = await payOut(world.as(deal.creator), { currency: 'EUR' });
  const { provider_account_id } = await world.owner
    .selectFrom('payout_accounts')
    .select('provider_account_id')
    .where('org_id', '=', deal.creator.orgId)
    .executeTakeFirstOrThrow();
  return { creator: deal.creator, payoutId, accountId: provider_account_id! };
}

/** The payee, or a thief, enters a bank account in the place of those that there are. */
const enter = (accountId: string, number: string) =>
  world.command(`accounts/${accountId}`, { outcome: 'complete', number });
/** What payees of these tests begin with. */
const USUAL = 'FR1420041010050500013M02606';
const OTHER = 'FR7612345987654321007000';

/** The worker, for whom the call of a payout is another one. */
function calling(call: (real: PaymentProvider['createPayout']) => PaymentProvider['createPayout']): SystemContext {
  const ctx = world.system();
  const { payments } = ctx.integrations;
  const instead = call((input) => payments.createPayout(input));
  const other = new Proxy(payments, {
    get: (real, name) => (name === 'createPayout' ? instead : (Reflect.get(real, name) as unknown)),
  });
  return { ...ctx, integrations: { ...ctx.integrations, payments: other } };
}

/** The bank accounts that payouts at the provider go to. */
async function paidTo(accountId: string): Promise<string[]> {
  const answer = await fetch(`${world.sandbox.url}/v1/payouts`, {
    headers: { authorization: `Bearer ${services().secrets.STRIPE_SECRET_KEY}`, 'stripe-account': accountId },
  });
  const { data } = (await answer.json()) as { data: { destination: string }[] };
  return data.map(({ destination }) => destination);
}
const bankOf = async (accountId: string): Promise<string> =>
  (await world.integrations.payments.retrieveAccount(accountId)).banks.find(({ currency }) => currency === 'EUR')!
    .externalId;
const payout = (payoutId: string) =>
  world.owner
    .selectFrom('payouts as p')
    .innerJoin('operations as o', 'o.op_id', 'p.op_id')
    .select(['p.state', 'p.destination', 'p.failure_code', 'o.attempt', 'o.state as call'])
    .where('p.id', '=', payoutId)
    .executeTakeFirstOrThrow();

test('a bank account that is entered between the read of the account and the call gets nothing: the payout fails, its payee reads that the bank is to be renewed, and the new one waits', async () => {
  const { creator, payoutId, accountId } = await requested();
  const before = await bankOf(accountId);
  const robbed = calling((real) => async (input) => {
    await enter(accountId, OTHER);
    return real(input);
  });
  expect(await advancePayout(robbed, { payoutId })).toMatchObject({ state: 'failed' });
  expect(await paidTo(accountId)).toEqual([]);
  expect(await payout(payoutId)).toMatchObject({
    destination: before,
    failure_code: 'resource_missing',
    call: 'failed',
  });
  expect(await payoutDetail(world.as(creator), { payoutId })).toMatchObject({ fix: 'renew_bank', rest: 40_000 });
  const { balance } = await world.integrations.payments.retrieveAccount(accountId);
  expect(balance.find(({ currency }) => currency === 'EUR')).toMatchObject({ available: 40_000 });

  // The refusal has the account read again.
  await refreshAccountOf(world.system(), { orgId: creator.orgId });
  await expect(payOut(world.as(creator), { currency: 'EUR' })).rejects.toMatchObject({ code: 'payout.bank_cooling' });
  expect(await breaches()).toEqual([]);
});

test('a payout that was requested waits while its payee is on hold, and leaves once it is not', async () => {
  const { creator, payoutId, accountId } = await requested();
  const hold = (at: Date | null) =>
    world.owner.updateTable('orgs').set({ suspended_at: at }).where('id', '=', creator.orgId).execute();
  await hold(new Date());
  expect(await advancePayout(world.system(), { payoutId })).toMatchObject({ state: 'claimed', stopped: true });
  expect(await paidTo(accountId)).toEqual([]);
  await hold(null);
  expect(await advancePayout(world.system(), { payoutId })).toMatchObject({ state: 'in_transit' });
  expect(await paidTo(accountId)).toHaveLength(1);
  expect(await breaches()).toEqual([]);
});

test('a call whose answer was not stored is repeated under its key with the bank account of the first, and pays once', async () => {
  const { payoutId, accountId } = await requested();
  const before = await bankOf(accountId);
  const ended = calling((real) => async (input) => {
    await real(input);
    throw new Error('the process has ended');
  });
  await expect(advancePayout(ended, { payoutId })).rejects.toThrow('the process has ended');
  // The same account number, entered once more, is not new, and another account to the provider.
  await enter(accountId, USUAL);
  expect(await bankOf(accountId)).not.toBe(before);
  expect(await advancePayout(world.system(), { payoutId })).toMatchObject({ state: 'in_transit' });
  expect(await payout(payoutId)).toMatchObject({ destination: before, attempt: 1, call: 'done' });
  expect(await paidTo(accountId)).toEqual([before]);
  expect(await breaches()).toEqual([]);
});

test('the payee reads the digits of the bank account that the call named, also where another one was entered before its answer was stored', async () => {
  // Without the time for which a new bank account is not paid to.
  world.integrations.settings.clockPolicy = 'test';
  try {
    const { creator, payoutId, accountId } = await requested();
    const before = await bankOf(accountId);
    const ended = calling((real) => async (input) => {
      await real(input);
      throw new Error('the process has ended');
    });
    await expect(advancePayout(ended, { payoutId })).rejects.toThrow('the process has ended');
    await enter(accountId, OTHER);
    expect(await advancePayout(world.system(), { payoutId })).toMatchObject({ state: 'in_transit' });
    expect(await payout(payoutId)).toMatchObject({ destination: before, call: 'done' });
    expect(await paidTo(accountId)).toEqual([before]);
    expect((await payoutDetail(world.as(creator), { payoutId })).bankLast4).toBe(USUAL.slice(-4));

    // Entered between the request and the first call: that one is named, and its digits are read.
    const other = await requested();
    await enter(other.accountId, OTHER);
    const named = await bankOf(other.accountId);
    expect(await advancePayout(world.system(), { payoutId: other.payoutId })).toMatchObject({ state: 'in_transit' });
    expect(await payout(other.payoutId)).toMatchObject({ destination: named });
    expect((await payoutDetail(world.as(other.creator), { payoutId: other.payoutId })).bankLast4).toBe(OTHER.slice(-4));
    expect(await breaches()).toEqual([]);
  } finally {
    world.integrations.settings.clockPolicy = 'standard';
  }
});

test('a call that the provider refused for good names what was judged anew: the bank account that the payee has by then', async () => {
  const { payoutId, accountId } = await requested();
  await world.command('faults', {
    match: { method: 'POST', path: '/v1/payouts' },
    kind: '500_before',
    times: 1,
  });
  await advancePayout(world.system(), { payoutId });
  expect(await payout(payoutId)).toMatchObject({ state: 'claimed', destination: null, attempt: 2 });
  await enter(accountId, OTHER);
  expect((await advancePayout(world.system(), { payoutId })).coolingUntil).not.toBeNull();
  expect(await paidTo(accountId)).toEqual([]);
});

test('a payee with only a debit card is not paid, and reads that a bank account is required', async () => {
  const { creator, payoutId, accountId } = await requested();
  const none = world.system();
  const { payments } = none.integrations;
  const blind = new Proxy(payments, {
    get: (real, name) =>
      name === 'retrieveAccount'
        ? async (id: string) => ({ ...(await payments.retrieveAccount(id)), banks: [] })
        : (Reflect.get(real, name) as unknown),
  });
  expect(
    await advancePayout({ ...none, integrations: { ...none.integrations, payments: blind } }, { payoutId }),
  ).toMatchObject({ state: 'failed' });
  expect(await paidTo(accountId)).toEqual([]);
  expect(await payout(payoutId)).toMatchObject({ failure_code: 'no_bank_account' });
  expect(await payoutDetail(world.as(creator), { payoutId })).toMatchObject({ fix: 'add_bank', rest: 40_000 });
});
