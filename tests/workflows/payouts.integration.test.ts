import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeOnboarding } from '../../scripts/lib/hosted-pages.ts';
import type { OrgActor } from '../../server/context.ts';
import { withTx } from '../../server/context.ts';
import { newId } from '../../server/core/ids.ts';
import { postAll } from '../../server/features/ledger/service.ts';
import { refreshAccount, refreshAccountOf, startOnboarding } from '../../server/features/payouts/account.ts';
import { payoutDetail } from '../../server/features/payouts/detail.ts';
import { payScheduled, saveSchedule } from '../../server/features/payouts/schedule/service.ts';
import { saveBilling } from '../../server/features/orgs/service.ts';
import { hasRequest } from '../../server/features/tax-profiles/queries.ts';
import { saveTaxProfile } from '../../server/features/tax-profiles/service.ts';
import { signalWorkflow } from '../../server/features/outbox/commands.ts';
import { bankFor } from '../../server/features/payouts/rules.ts';
import { payOut, payoutOverview } from '../../server/features/payouts/service.ts';
import { cancelDeletion, myDeletion, requestDeletion } from '../../server/features/privacy/deletion.ts';
import { createStripeProvider } from '../../server/integrations/stripe/provider.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import { recordHistory } from '../support/histories.ts';
import { createOrg, createTestWorld, type TestWorld, prove } from '../support/people.ts';
import { services, startTestPayments, type TestProcess } from '../support/services.ts';
import { eventually, resultOf, startTestWorker } from '../support/worker.ts';

let world: TestWorld;
let runtime: WorkerRuntime;
let sandbox: TestProcess & { url: string };

beforeAll(async () => {
  world = await createTestWorld('wf_payouts');
  sandbox = await startTestPayments('http://127.0.0.1:9');
  world.integrations.payments = createStripeProvider({
    secretKey: services().secrets.STRIPE_SECRET_KEY,
    apiBase: sandbox.url,
    timeoutMs: 1_500,
  });
  runtime = await startTestWorker(world);
});
afterAll(async () => {
  await runtime.stop();
  await sandbox.stop();
  await world.close();
});

async function command(path: string, body: object): Promise<void> {
  const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}
const later = (seconds: number) => command('clock', { advance_seconds: seconds });

/** Money of a card payment, still settling, or of a top-up that has settled. */
async function money(opId: string, amount: number, settling: boolean): Promise<string | null> {
  const { payments } = world.integrations;
  if (!settling) {
    await payments.createTopUp({
      opId: `${opId}:float`,
      idempotencyKey: `${opId}:float`,
      amount,
      currency: 'EUR',
      description: 'float',
    });
    await later(4 * 86_400);
    return null;
  }
  const { sessionId } = await payments.createCheckout({
    opId,
    idempotencyKey: `${opId}:pay`,
    currency: 'EUR',
    amount,
    lines: [{ label: 'Reel', amount }],
    customerEmail: 'a@test.example',
    successUrl: 'http://127.0.0.1/ok',
    cancelUrl: 'http://127.0.0.1/no',
    transferGroup: opId,
    locale: 'en',
  });
  await command(`pay/${sessionId}`, { card: '4242424242424242' });
  const { paymentIntentId } = await payments.retrieveCheckout(sessionId);
  return (await payments.retrievePayment(paymentIntentId!)).chargeId;
}

/** A creator whose account is ready and who was sent `amount`. */
async function paidCreator(name: string, amount: number, settling = false): Promise<OrgActor> {
  const creator = await createOrg(world, 'creator', name);
  await prove(world, creator);
  const { url } = await startOnboarding(world.as(creator), { country: 'FR' });
  await completeOnboarding(url);
  await eventually('the account', async () => (await refreshAccount(world.as(creator))).state === 'enabled');
  const opId = `test:${newId()}`;
  const sourceCharge = await money(opId, amount, settling);
  const { provider_account_id: destination } = await world.owner
    .selectFrom('payout_accounts')
    .select('provider_account_id')
    .where('org_id', '=', creator.orgId)
    .executeTakeFirstOrThrow();
  await world.integrations.payments.createTransfer({
    opId,
    idempotencyKey: opId,
    amount,
    currency: 'EUR',
    destination: destination!,
    sourceCharge,
    transferGroup: opId,
  });
  await withTx(world.system(), (tx) =>
    postAll(tx, [
      {
        kind: 'transfer_sent',
        opId,
        legs: [
          { code: 'M_CONNECTED', scope: creator.orgId, org: creator.orgId, currency: 'EUR', debit: amount, credit: 0 },
          { code: 'M_EARNED', scope: creator.orgId, org: creator.orgId, currency: 'EUR', debit: 0, credit: amount },
        ],
      },
    ]),
  );
  return creator;
}
const stateOf = async (id: string) =>
  (await world.owner.selectFrom('payouts').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const euros = async (creator: OrgActor) =>
  (await payoutOverview(world.as(creator))).perCurrency.find((c) => c.currency === 'EUR')!;
const sentAtProvider = async () => (await (await fetch(`${sandbox.url}/_sandbox/books`)).json()) as unknown;
const signal = (id: string) =>
  world.owner
    .insertInto('workflow_outbox')
    .values({
      dedupe_key: newId(),
      kind: 'signal',
      workflow_id: `payout/${id}`,
      name: 'rowMoved',
      payload: JSON.stringify({ key: newId(), event: 'payout.updated' }),
    })
    .execute();

test('onboarding requested twice at once makes one account, whose watch ends when it is ready', async () => {
  const creator = await createOrg(world, 'creator', 'Ola');
  await prove(world, creator);
  const answers = await Promise.allSettled([
    startOnboarding(world.as(creator), { country: 'FR' }),
    startOnboarding(world.as(creator), { country: 'FR' }),
  ]);
  const first = answers.find((a) => a.status === 'fulfilled');
  expect(first?.value.account.state).toBe('started');
  const overview = await payoutOverview(world.as(creator));
  expect(overview.perCurrency).toMatchObject([
    { currency: 'EUR', available: 0, can: { payOut: 'payout.account_restricted' } },
  ]);
  await completeOnboarding((await startOnboarding(world.as(creator), { country: 'FR' })).url);
  const account = await eventually('the account', async () => {
    const seen = await refreshAccount(world.as(creator));
    return seen.state === 'enabled' ? seen : null;
  });
  expect(bankFor(account, 'EUR')?.last4).toMatch(/^\d{4}$/);
  expect(await resultOf(runtime, `payout-account/${creator.orgId}`)).toBe('enabled');
  await recordHistory(runtime.client, `payout-account/${creator.orgId}`, 'payout-account-enabled');
  expect(
    await world.owner.selectFrom('operations').select('state').where('org_id', '=', creator.orgId).execute(),
  ).toEqual([{ state: 'done' }]);
});

test('another bank account, also one that ends in the same digits, is mailed to the present mailbox and to the one before it, once; the same one entered again is not new', async () => {
  const creator = await paidCreator('Ada', 5_000);
  const bank = () =>
    world.owner
      .selectFrom('payout_banks as b')
      .innerJoin('payout_accounts as a', 'a.org_id', 'b.org_id')
      .select(['a.provider_account_id', 'b.last4', 'b.bank_id', 'b.changed_at', 'b.notified_at'])
      .where('b.org_id', '=', creator.orgId)
      .where('b.currency', '=', 'EUR')
      .executeTakeFirstOrThrow();
  await refreshAccount(world.as(creator));
  const sent = () =>
    world.owner
      .selectFrom('mails')
      .select(['to_address', 'data'])
      .where('user_id', '=', creator.userId)
      .where('template', '=', 'payout_bank_changed')
      .orderBy('to_address')
      .execute();
  const first = await bank();
  expect(await sent(), 'the first bank account of a payee replaces none').toEqual([]);
  const enter = async (number: string) => {
    await command(`accounts/${first.provider_account_id}`, { outcome: 'complete', number });
    await refreshAccount(world.as(creator));
    return bank();
  };
  const one = await enter('FR7612345987654321007000');
  const again = await enter('FR7612345987654321007000');
  // The worker notes the notice of the first entry in its own time.
  expect(again).toEqual({ ...one, notified_at: again.notified_at });
  // The mailbox was changed lately: the one who did that reads the new one.
  await world.owner
    .insertInto('mails')
    .values({
      id: newId(),
      op_id: `email_changed:${newId()}`,
      to_address: 'ada.before@test.example',
      user_id: creator.userId,
      template: 'email_changed',
      locale: 'en',
      data: '{}',
      created_at: new Date(),
      available_at: new Date(),
      state: 'sent',
    })
    .execute();
  const before = (await sent()).length;
  const other = await enter('FR7612345987654329997000');
  expect(other.last4).toBe(one.last4);
  expect(other.bank_id).not.toBe(one.bank_id);
  expect(other.changed_at!.getTime()).toBeGreaterThan(one.changed_at!.getTime());
  const mails = await eventually('the mails', async () => {
    const all = await sent();
    return all.length >= before + 2 ? all : null;
  });
  expect(new Set(mails.map((m) => m.to_address)), 'sent to the present mailbox and to the one before it').toEqual(
    new Set([creator.email, 'ada.before@test.example']),
  );
  await eventually('the notice of the last change', async () => (await bank()).notified_at! >= other.changed_at!);
  const known = (await sent()).length;
  await refreshAccountOf(world.system(), { orgId: creator.orgId });
  expect(await sent(), 'once for each change').toHaveLength(known);
});

test('a schedule pays out what is due, once; a payout that the bank refuses stops it until its owner resumes it', async () => {
  const creator = await paidCreator('Sol', 25_000);
  const me = world.as(creator);
  await expect(saveSchedule(me, { schedule: 'weekly', day: 8, minimum: null })).rejects.toMatchObject({
    code: 'payout.day_wrong',
  });
  await expect(saveSchedule(me, { schedule: 'weekly', day: 5, minimum: 500 })).rejects.toMatchObject({
    code: 'payout.below_minimum',
    data: { field: 'minimum' },
  });
  await saveSchedule(me, { schedule: 'weekly', day: 5, minimum: 30_000 });
  const due = async () => {
    await world.owner
      .updateTable('payout_accounts')
      .set({ next_payout_at: new Date(Date.now() - 1_000) })
      .where('org_id', '=', creator.orgId)
      .execute();
    await withTx(world.system(), (tx) => signalWorkflow(tx, 'payoutSchedule', creator.orgId, 'due', newId()));
  };
  const next = async () => (await payoutOverview(me)).schedule!.nextAt?.getTime() ?? 0;
  await due();
  await eventually('the next time', async () => (await next()) > Date.now());
  expect((await payoutOverview(me)).payouts, 'less than the minimum that was set stays').toEqual([]);
  await saveSchedule(me, { schedule: 'weekly', day: 5, minimum: 20_000 });
  await due();
  const [paid] = await eventually('the payout', async () => {
    const { payouts } = await payoutOverview(me);
    return payouts[0]?.state === 'in_transit' ? payouts : null;
  });
  expect(paid).toMatchObject({ amount: 25_000, scheduled: true });
  await Promise.all([1, 2].map(() => payScheduled(world.system(), { orgId: creator.orgId })));
  const { provider_id } = await world.owner
    .selectFrom('payouts')
    .select('provider_id')
    .where('id', '=', paid!.id)
    .executeTakeFirstOrThrow();
  await command(`payouts/${provider_id}`, { outcome: 'failed', code: 'account_closed' });
  await signal(paid!.id);
  await eventually('the failure', async () => (await stateOf(paid!.id)) === 'failed');
  expect((await payoutOverview(me)).schedule).toMatchObject({ nextAt: null });
  expect(await payoutDetail(me, { payoutId: paid!.id })).toMatchObject({
    fix: 'renew_bank',
    rest: 25_000,
    steps: [{ state: 'claimed' }, { state: 'in_transit' }, { state: 'failed' }],
  });
  await due();
  await payScheduled(world.system(), { orgId: creator.orgId });
  expect((await payoutOverview(me)).payouts, 'nothing more is sent').toHaveLength(1);
  expect((await saveSchedule(me, { schedule: 'daily', day: null, minimum: null })).stoppedAt).toBeNull();
  await saveSchedule(me, { schedule: 'manual', day: null, minimum: null });
  expect(await resultOf(runtime, `payout-schedule/${creator.orgId}`)).toBe('manual');
  await recordHistory(runtime.client, `payout-schedule/${creator.orgId}`, 'payout-schedule-stopped');
});

test('tax details are requested before the first payout, reminded of twice, and payouts wait for them after 60 days; of those that go missing after a payout the payee is reminded again first', async () => {
  const creator = await paidCreator('Eva', 30_000);
  const me = world.as(creator);
  expect((await payoutOverview(me)).taxMissing, 'requested, and nothing waits yet').toEqual({ waitsFrom: null });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const age = async (days: number, reminded?: number) => {
    await world.owner
      .updateTable('tax_profiles')
      .set({ requested_at: daysAgo(days), reminded_at: reminded === undefined ? null : daysAgo(reminded) })
      .where('org_id', '=', creator.orgId)
      .execute();
    await withTx(world.system(), (tx) => signalWorkflow(tx, 'taxRequest', creator.orgId, 'later', newId()));
  };
  const reminders = async () =>
    (
      await world.owner
        .selectFrom('tax_profiles')
        .select('reminders')
        .where('org_id', '=', creator.orgId)
        .executeTakeFirstOrThrow()
    ).reminders;
  await age(15);
  await eventually('the first reminder', async () => (await reminders()) === 1);
  await age(61, 47);
  await eventually('the second reminder', async () => (await reminders()) === 2);
  expect(await resultOf(runtime, `tax-request/${creator.orgId}`)).toBe('reminded');
  await recordHistory(runtime.client, `tax-request/${creator.orgId}`, 'tax-request-reminded');
  await world.owner
    .updateTable('tax_profiles')
    .set({ reminded_at: new Date(Date.now() - 8 * 86_400_000) })
    .where('org_id', '=', creator.orgId)
    .execute();
  await expect(payOut(me, { currency: 'EUR' })).rejects.toMatchObject({ code: 'payout.tax_facts' });
  expect((await payoutOverview(me)).perCurrency[0]).toMatchObject({
    available: 30_000,
    can: { payOut: 'payout.tax_facts' },
  });
  await saveBilling(me, {
    legalName: 'Eva Martin',
    country: 'FR',
    taxId: null,
    address: '1 rue du Port, 13002 Marseille',
    invoiceEmail: null,
    poNumber: null,
  });
  await world.owner
    .updateTable('billing_profiles')
    .set({ tax_id: '0701987765493' })
    .where('org_id', '=', creator.orgId)
    .execute();
  const details = { selfBilling: true, taxStatus: 'registered' as const, registerNumber: null };
  await expect(saveTaxProfile(me, { ...details, taxBps: null, bornOn: '1994-05-17' })).rejects.toMatchObject({
    code: 'tax.rate_missing',
    data: { field: 'taxBps' },
  });
  await expect(saveTaxProfile(me, { ...details, taxBps: 2_000, bornOn: '2020-05-17' })).rejects.toMatchObject({
    code: 'tax.birth_date',
  });
  expect(await saveTaxProfile(me, { ...details, taxBps: 2_000, bornOn: '1994-05-17' })).toMatchObject({
    missing: [],
    waitsFrom: null,
    selfBilling: true,
  });
  expect(await payOut(me, { currency: 'EUR' })).toMatchObject({ amount: 30_000 });
  // The details were complete for a payout: what goes missing later is reminded of once more, a week before payouts wait.
  const isOpen = () => withTx(world.system(), (tx) => hasRequest(tx.db, { id: creator.orgId }));
  await eventually('the payout leaves', async () => (await reminders()) === 1);
  expect(await isOpen()).toBe(false);
  await saveTaxProfile(me, { ...details, taxBps: 2_000, bornOn: null });
  await eventually('another reminder', async () => (await reminders()) === 2);
  const week = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  expect((await payoutOverview(me)).taxMissing?.waitsFrom?.toISOString().slice(0, 10)).toBe(week);
  const mayPayOut = async () => (await payoutOverview(me)).perCurrency[0]?.can.payOut;
  expect(await mayPayOut()).toBe('payout.below_minimum');
  const notices = await world.owner
    .selectFrom('notices')
    .select('data')
    .where('kind', '=', 'tax_facts_requested')
    .where('org_id', '=', creator.orgId)
    .orderBy('created_at')
    .execute();
  expect(notices, 'a request, two reminders and the one about what went missing').toHaveLength(4);
  expect(notices.at(-1)).toMatchObject({ data: { deadlineAt: expect.stringContaining(week) as string } });
  await world.owner
    .updateTable('tax_profiles')
    .set({ reminded_at: daysAgo(7) })
    .where('org_id', '=', creator.orgId)
    .execute();
  expect(await mayPayOut()).toBe('payout.tax_facts');
});

test('who deletes the account is paid out below the minimum, so that nothing of the balance stays in it', async () => {
  const creator = await paidCreator('Noa', 750);
  expect(await euros(creator)).toMatchObject({ minimum: 1_000, can: { payOut: 'payout.below_minimum' } });
  await requestDeletion(world.as(creator));
  const deletion = await eventually('the block', async () => {
    const found = await myDeletion(world.as(creator));
    return found?.state === 'blocked' ? found : null;
  });
  expect(deletion.blockers).toEqual([{ kind: 'balance', count: 1, amounts: [{ amount: 750, currency: 'EUR' }] }]);
  expect(await euros(creator)).toMatchObject({ minimum: 1, can: { payOut: true } });
  expect(await payOut(world.as(creator), { currency: 'EUR' })).toMatchObject({ amount: 750 });
  await cancelDeletion(world.as(creator));
  expect(await euros(creator)).toMatchObject({ minimum: 1_000, can: { payOut: 'payout.below_minimum' } });
});

test('paid out once, however often it is requested; the books follow it to the bank', async () => {
  const creator = await paidCreator('Leo', 40_000);
  expect(await euros(creator)).toMatchObject({ available: 40_000, inTransit: 0, paid: 0, can: { payOut: true } });
  const requestKey = newId();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => payOut(world.as(creator, { requestKey }), { currency: 'EUR' })),
  );
  expect(new Set(answers.map((a) => a.id)).size).toBe(1);
  await expect(payOut(world.as(creator), { currency: 'EUR' })).rejects.toMatchObject({ code: 'payout.below_minimum' });
  const { id, amount } = answers[0]!;
  expect(amount).toBe(40_000);
  await eventually('the payout to leave', async () => (await stateOf(id)) === 'in_transit');
  expect(await euros(creator)).toMatchObject({ available: 0, inTransit: 40_000, paid: 0 });
  await later(3 * 86_400);
  await signal(id);
  await eventually('the bank', async () => (await stateOf(id)) === 'paid');
  const after = await payoutOverview(world.as(creator));
  expect(after.perCurrency.find((c) => c.currency === 'EUR')).toMatchObject({
    available: 0,
    inTransit: 0,
    paid: 40_000,
  });
  expect(after.months.at(-1)).toMatchObject({ currency: 'EUR', amount: 40_000 });
  const documents = await world.owner
    .selectFrom('documents')
    .select(['kind', 'amount', 'payout_id'])
    .where('org_id', '=', creator.orgId)
    .execute();
  expect(documents).toEqual([{ kind: 'payout_statement', amount: 40_000, payout_id: id }]);
  const balances = await world.owner
    .selectFrom('ledger_accounts')
    .select(['code', 'balance'])
    .where('scope', '=', creator.orgId)
    .orderBy('code')
    .execute();
  expect(Object.fromEntries(balances.map((b) => [b.code, b.balance]))).toEqual({
    M_BANK: 40_000,
    M_CONNECTED: 0,
    M_EARNED: 40_000,
    M_TRANSIT: 0,
  });
  await eventually(
    'notices',
    async () =>
      (
        await world.owner
          .selectFrom('notifications')
          .select('kind')
          .where('user_id', '=', creator.userId)
          .where('kind', 'in', ['payout_sent', 'payout_paid'])
          .execute()
      ).length === 2,
  );
});

test.each(['timeout_before', 'timeout_after', 'reset_after', '500_before', '500_after'])(
  'an answer lost by %s is looked up, never repeated blindly',
  async (kind) => {
    const creator = await paidCreator(`Mia${kind}`, 20_000);
    await command('faults', { match: { method: 'POST', path: '/v1/payouts' }, kind, times: 1 });
    const { id } = await payOut(world.as(creator), { currency: 'EUR' });
    await eventually('the payout to leave', async () => (await stateOf(id)) === 'in_transit', 30_000);
    expect(JSON.stringify(await sentAtProvider()).split(`po:${id}`).length).toBeGreaterThan(1);
    const { provider_account_id: account } = await world.owner
      .selectFrom('payout_accounts')
      .select('provider_account_id')
      .where('org_id', '=', creator.orgId)
      .executeTakeFirstOrThrow();
    expect((await world.integrations.payments.balance(account!)).find((b) => b.currency === 'EUR')).toMatchObject({
      available: 0,
      pending: 0,
    });
  },
);

test('a bank that refuses gives the money back to the wallet, with the reason', async () => {
  const creator = await paidCreator('Noa', 15_000);
  const { id } = await payOut(world.as(creator), { currency: 'EUR' });
  await eventually('the payout to leave', async () => (await stateOf(id)) === 'in_transit');
  const { provider_id } = await world.owner
    .selectFrom('payouts')
    .select('provider_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await command(`payouts/${provider_id}`, { outcome: 'failed', code: 'account_closed' });
  await signal(id);
  await eventually('the failure', async () => (await stateOf(id)) === 'failed');
  const overview = await payoutOverview(world.as(creator));
  expect(overview.payouts[0]).toMatchObject({ state: 'failed', failureCode: 'account_closed' });
  expect(overview.perCurrency[0]).toMatchObject({ available: 15_000, inTransit: 0, paid: 0 });
  expect(await resultOf(runtime, `payout/${id}`)).toBe('failed');
  await recordHistory(runtime.client, `payout/${id}`, 'payout-failed');
});

test('money the bank sends back days later is in the wallet again', async () => {
  const creator = await paidCreator('Ida', 12_000);
  const { id } = await payOut(world.as(creator), { currency: 'EUR' });
  await eventually('the payout to leave', async () => (await stateOf(id)) === 'in_transit');
  const { provider_id } = await world.owner
    .selectFrom('payouts')
    .select('provider_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await command(`payouts/${provider_id}`, { outcome: 'arrived' });
  await signal(id);
  await eventually('the bank', async () => (await stateOf(id)) === 'paid');
  await command(`payouts/${provider_id}`, { outcome: 'failed' });
  await signal(id);
  await eventually('the return', async () => (await stateOf(id)) === 'returned');
  expect((await payoutOverview(world.as(creator))).perCurrency[0]).toMatchObject({ available: 12_000, paid: 0 });
});

test('a payout of money that is still settling waits for it', async () => {
  const creator = await paidCreator('Zoe', 30_000, true);
  const { id } = await payOut(world.as(creator), { currency: 'EUR' });
  await eventually(
    'a first try',
    async () =>
      (await world.owner.selectFrom('operations').select('attempt').where('op_id', '=', `po:${id}`).executeTakeFirst())
        ?.attempt === 2,
  );
  expect(await stateOf(id)).toBe('claimed');
  expect(await euros(creator)).toMatchObject({ available: 0, inTransit: 30_000 });
  await later(4 * 86_400);
  await eventually('the payout to leave', async () => (await stateOf(id)) === 'in_transit');
});
