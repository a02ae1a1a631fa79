import { afterAll, beforeAll, expect, test } from 'vitest';
import { steppedClock } from '../../../../server/core/clock.ts';
import { newId } from '../../../../server/core/ids.ts';
import { remind } from '../../../../server/features/escrow/timers/deadlines.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { openMilestones } from '../../../../server/features/escrow/funding/open.ts';
import { checkMoney } from '../../../../server/features/money-check/checker.ts';
import { autoFundingStatus, requestAutoFunding } from '../../../../server/features/payment-methods/auto-fund.ts';
import { settleDispute } from '../../../../server/features/payments/card-disputes/card-disputes.ts';
import {
  changeLog,
  listMethods,
  setAutoFund,
  setDefault,
} from '../../../../server/features/payment-methods/service.ts';
import {
  finishSetup,
  followMethod,
  removeMethod,
  startSetup,
} from '../../../../server/features/payment-methods/setup.ts';
import { fundAutomatically } from '../../../../server/features/payments/checkout/automatic.ts';
import { pay } from '../../../../server/features/payments/checkout/pay.ts';
import { quote } from '../../../../server/features/payments/checkout/quote.ts';
import { cancelPayment, status } from '../../../../server/features/payments/checkout/status.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { eraseElsewhere } from '../../../../server/features/privacy/erase.ts';
import { clearPast } from '../../../../server/features/platform/upkeep.ts';
import { METHOD_LIMIT } from '../../../../server/features/payment-methods/rules.ts';
import { removeMethodsOfPerson } from '../../../../server/features/payment-methods/erase.ts';
import { createOrg, member, prove } from '../../../support/people.ts';
import { services } from '../../../support/services.ts';
import { codeOf } from '../../../support/refused.ts';
import { createMoneyWorld, milestone, openDeal, type MoneyWorld, type TestDeal } from '../escrow/deal-kit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('methods');
});
afterAll(() => world.close());

const DAY = 24 * 3_600_000;
const stateOf = async (id: string) => (await milestone(world, id)).state;

/** Saves a method on the provider's page; the id of its row. */
async function save(brand: OrgActor, how: { card?: string; iban?: string }): Promise<string> {
  await prove(world, brand);
  const { methodId } = await startSetup(world.as(brand));
  const { session_id } = await world.owner
    .selectFrom('payment_methods')
    .select('session_id')
    .where('id', '=', methodId)
    .executeTakeFirstOrThrow();
  await world.command(`pay/${session_id}`, how);
  await finishSetup(world.as(brand), { methodId });
  return methodId;
}
async function payWith(deal: TestDeal, methodId: string, milestoneId = deal.milestoneId) {
  const ctx = world.as(deal.brand, { requestKey: newId() });
  const { id: quoteId } = await quote(ctx, { milestoneId });
  return pay(ctx, { milestoneId, quoteId, methodId });
}
const pageOf = async (paymentId: string) =>
  await world.owner
    .selectFrom('payments')
    .select(['payment_intent_id', 'state', 'failure_code'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
async function booksAgree(): Promise<void> {
  await world.owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: new Date() })
    .where('dispatched_at', 'is', null)
    .execute();
  const breaches = await checkMoney(world.worker, {
    booksUrl: `${world.sandbox.url}/_sandbox/books`,
    provider: world.integrations.payments,
  });
  expect(breaches).toEqual([]);
}

test('a saved card pays in one step; another default follows one that is removed, and the log names who did it', async () => {
  const deal = await openDeal(world);
  const { brand } = deal;
  const card = await save(brand, { card: '4242424242424242' });
  const debit = await save(brand, { iban: 'AT611904300234573201' });
  expect((await listMethods(world.as(brand))).methods).toMatchObject([
    { id: card, kind: 'card', brand: 'visa', last4: '4242', isDefault: true, inUse: false },
    { id: debit, kind: 'bank_debit', last4: '3201', isDefault: false },
  ]);

  const { paymentId, url } = await payWith(deal, card);
  expect(url).toContain(`/payment-success?payment=${paymentId}`);
  expect(await confirmFunding(world.system(), deal)).toBe('funded');
  expect(await stateOf(deal.milestoneId)).toBe('funded');
  expect(await status(world.as(brand), { paymentId })).toMatchObject({ state: 'paid', cardLast4: '4242' });
  const another = withTx(world.as(brand), ({ db }) =>
    db.updateTable('payments').set({ payment_intent_id: newId() }).where('id', '=', paymentId).execute(),
  );
  await expect(another, 'a request notes the charge once').rejects.toMatchObject({ constraint: 'payment_charge' });

  await setDefault(world.as(brand), { methodId: debit });
  await removeMethod(world.as(brand), { methodId: debit });
  expect((await listMethods(world.as(brand))).methods).toMatchObject([{ id: card, isDefault: true }]);
  expect((await followMethod(world.system(), { methodId: debit })).state).toBe('removed');
  expect(await codeOf(payWith(await openDeal(world, { brand }), debit))).toBe('method.gone');
  const stranger = (await openDeal(world)).brand;
  expect(await codeOf(removeMethod(await proved(stranger), { methodId: card }))).toBe('not_found');
  const { items } = await changeLog(world.as(brand), { limit: 10 });
  expect(items.map(({ action, by }) => [action, by])).toEqual([
    ['payment_method.removed', brand.name],
    ['payment_method.default', brand.name],
    ['payment_method.added', brand.name],
    ['payment_method.added', brand.name],
  ]);
  expect(await codeOf(changeLog(world.as({ ...brand, role: 'manager' }), { limit: 10 }))).toBe('auth.not_allowed');
  await booksAgree();
});

async function proved(actor: OrgActor) {
  await prove(world, actor);
  return world.as(actor);
}

test('a bank debit under way keeps its method; a card that is declined leaves the milestone payable', async () => {
  const deal = await openDeal(world, { amounts: [30_000, 20_000] });
  const { brand } = deal;
  const debit = await save(brand, { iban: 'AT611904300234573201' });
  await payWith(deal, debit);
  expect(await confirmFunding(world.system(), deal)).toBe('the bank is processing the payment');
  expect(await codeOf(removeMethod(world.as(brand), { methodId: debit }))).toBe('method.in_use');
  expect((await listMethods(world.as(brand))).methods).toMatchObject([{ id: debit, inUse: true }]);

  const refused = await save(brand, { card: '4000000000000341' });
  const other = deal.milestoneIds[1]!;
  expect(await codeOf(payWith(deal, refused, other))).toBe('payment.declined');
  expect(await stateOf(other)).toBe('awaiting_funding');
  await removeMethod(world.as(brand), { methodId: refused });
  await booksAgree();
});

test('a saved card that requires 3-D Secure leads to the bank; declined there or given up, nothing is charged', async () => {
  const deal = await openDeal(world);
  const { brand } = deal;
  const card = await save(brand, { card: '4000002760003184' });
  const first = await payWith(deal, card);
  expect(first.url, 'the page of the bank').toContain('/3ds/');
  expect(await confirmFunding(world.system(), deal)).toBe('not paid yet');
  expect((await cancelPayment(world.as(brand), { paymentId: first.paymentId })).state).toBe('expired');
  expect(await stateOf(deal.milestoneId)).toBe('awaiting_funding');

  const second = await payWith(deal, card);
  await fetch(second.url, { method: 'POST', body: 'answer=fail', redirect: 'manual', headers: FORM });
  expect(await confirmFunding(world.system(), deal)).toBe('the payment failed: payment_intent_authentication_failure');
  const third = await payWith(deal, card);
  await fetch(third.url, { method: 'POST', body: 'answer=approve', redirect: 'manual', headers: FORM });
  expect(await confirmFunding(world.system(), deal)).toBe('funded');
  await booksAgree();
});
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

test('switched on, a milestone that becomes payable is paid once; 3-D Secure turns it into a task, not into a failure', async () => {
  const earlier = await openDeal(world);
  const { brand } = earlier;
  await prove(world, brand);
  expect(await codeOf(setAutoFund(world.as(brand), { on: true }))).toBe('method.none');
  const strict = await save(brand, { card: '4000002760003184' });
  await setAutoFund(world.as(brand), { on: true });
  await remind(world.system(), { milestoneId: earlier.milestoneId, hours: 24 });
  expect(await rowOf(earlier.milestoneId), 'payable before').toBeUndefined();
  const asks = await openDeal(world, { brand });
  expect(await rowOf(asks.milestoneId)).toMatchObject({ state: 'due' });
  expect(await fundAutomatically(world.system(), asks)).toBe('to_confirm: authentication_required');
  expect(await stateOf(asks.milestoneId)).toBe('awaiting_funding');
  expect(await noticesOf(brand.orgId)).toContain('payment_to_confirm');
  expect((await payWith(asks, strict)).url, 'the task is done with the same card').toContain('/3ds/');

  const card = await save(brand, { card: '4242424242424242' });
  await setDefault(world.as(brand), { methodId: card });
  const pays = await openDeal(world, { brand });
  expect(await fundAutomatically(world.system(), pays)).toBe('charged');
  expect(await confirmFunding(world.system(), pays)).toBe('funded');
  expect(await fundAutomatically(world.system(), pays), 'once').toBe('ended before: started');
  expect(await withTx(world.system(), (tx) => requestAutoFunding(tx, partsOf(pays), tx.clock.now()))).toBe(false);

  // While a bank disputes a payment of the brand, the next one waits, and is then made by itself.
  const waits = await openDeal(world, { brand });
  const disputed = await world.owner
    .selectFrom('payments')
    .select(['id', 'charge_id'])
    .where('milestone_id', '=', pays.milestoneId)
    .executeTakeFirstOrThrow();
  const dispute = await world.command<{ id: string }>('disputes', { charge: disputed.charge_id, reason: 'general' });
  const follow = async () =>
    settleDispute(world.system(), disputed, await world.integrations.payments.retrieveDispute(dispute.id));
  await follow();
  expect(await fundAutomatically(world.system(), waits)).toBe('waits for a disputed payment');
  const { state, dueAt } = await autoFundingStatus(world.system(), waits);
  expect([state, dueAt! > new Date()], 'and is tried later').toEqual(['due', true]);
  await world.command(`disputes/${dispute.id}`, { outcome: 'won' });
  await follow();
  expect((await autoFundingStatus(world.system(), waits)).dueAt! <= new Date()).toBe(true);
  expect(await fundAutomatically(world.system(), waits)).toBe('charged');
  expect(await confirmFunding(world.system(), waits)).toBe('funded');

  const onPage = await openDeal(world, { brand });
  const { id: quoteId } = await quote(world.as(brand), onPage);
  const page = await pay(world.as(brand), { milestoneId: onPage.milestoneId, quoteId });
  expect(await fundAutomatically(world.system(), onPage), 'its person pays').toBe('dropped: payment.in_progress');
  await cancelPayment(world.as(brand), { paymentId: page.paymentId });

  await setAutoFund(world.as(brand), { on: false });
  const byHand = await openDeal(world, { brand });
  await withTx(world.system(), (tx) => openMilestones(tx, byHand.contractId));
  expect(await rowOf(byHand.milestoneId)).toBeUndefined();
  await cancelPayment(world.as(brand), { paymentId: (await activeOf(asks.milestoneId)).id });
  await booksAgree();
});
const partsOf = (deal: TestDeal) => ({
  id: deal.milestoneId,
  contract_id: deal.contractId,
  brand_org: deal.brand.orgId,
});
const activeOf = (milestoneId: string) =>
  world.owner
    .selectFrom('payments')
    .select('id')
    .where('milestone_id', '=', milestoneId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
const rowOf = (milestoneId: string) =>
  world.owner
    .selectFrom('auto_fundings')
    .select(['state', 'code'])
    .where('milestone_id', '=', milestoneId)
    .executeTakeFirst();
const noticesOf = async (orgId: string) =>
  (await world.owner.selectFrom('notices').select('kind').where('org_id', '=', orgId).execute()).map(
    ({ kind }) => kind,
  );

test('an answer that was lost is looked up: the card is charged once', async () => {
  const deal = await openDeal(world);
  const card = await save(deal.brand, { card: '4242424242424242' });
  await world.command('faults', { match: { path: '/v1/payment_intents' }, kind: '500_after', times: 1 });
  await payWith(deal, card);
  expect(await confirmFunding(world.system(), deal)).toBe('funded');
  const rows = await world.owner
    .selectFrom('payments')
    .select('id')
    .where('milestone_id', '=', deal.milestoneId)
    .execute();
  expect(rows).toHaveLength(1);
  expect(await pageOf(rows[0]!.id)).toMatchObject({ state: 'paid' });
  await booksAgree();
});

test('a charge that a person began and a crash left behind is looked up when it is carried on without that person', async () => {
  const { brand } = await openDeal(world);
  const card = await save(brand, { card: '4242424242424242' });
  await setDefault(world.as(brand), { methodId: card });
  await setAutoFund(world.as(brand), { on: true });
  const deal = await openDeal(world, { brand });
  expect(await rowOf(deal.milestoneId)).toMatchObject({ state: 'due' });
  await world.command('faults', {
    match: { method: 'POST', path: '/v1/payment_intents' },
    kind: 'reset_after',
    times: 2,
  });
  expect(await codeOf(payWith(deal, card))).toBe('payment.provider_unavailable');
  // As the process left it that made the call: without its outcome.
  const left = await world.owner
    .updateTable('operations')
    .set({ state: 'claimed' })
    .where('milestone_id', '=', deal.milestoneId)
    .where('kind', '=', 'charge')
    .executeTakeFirst();
  expect(left.numUpdatedRows).toBe(1n);
  expect(await fundAutomatically(world.system(), deal)).toBe('charged');
  expect(await confirmFunding(world.system(), deal)).toBe('funded');
  await booksAgree();
});

test('a milestone that an addendum made payable later only is paid automatically then, and its brand gets no notice of a failed charge', async () => {
  const { brand } = await openDeal(world);
  const card = await save(brand, { card: '4242424242424242' });
  await setDefault(world.as(brand), { methodId: card });
  await setAutoFund(world.as(brand), { on: true });
  const far = await openDeal(world, { brand, dueIn: 90 * DAY });
  expect(await rowOf(far.milestoneId), 'not payable yet').toBeUndefined();
  await withTx(world.system(), (tx) => requestAutoFunding(tx, partsOf(far), tx.clock.now()));
  const from = (await dealFor(world.as(brand), far)).milestones[0]!.fundableFrom!;
  await world.owner.updateTable('milestones').set({ fundable_from: from }).where('id', '=', far.milestoneId).execute();
  const before = await noticesOf(brand.orgId);
  expect(await fundAutomatically(world.system(), far)).toBe('waits until it can be funded');
  const { state, dueAt } = await autoFundingStatus(world.system(), far);
  expect([state, dueAt! > new Date()], 'and is tried later').toEqual(['due', true]);
  expect(await noticesOf(brand.orgId)).toEqual(before);
  const then = world.system(steppedClock(from));
  expect((await autoFundingStatus(then, far)).dueAt! <= from).toBe(true);
  expect(await fundAutomatically(then, far)).toBe('charged');
});

test('a page that was left without saving a method is forgotten after a month', async () => {
  const brand = await createOrg(world, 'brand', 'Nobody saves');
  await prove(world, brand);
  const left = async (days: number): Promise<string> => {
    const { methodId } = await startSetup(world.as(brand));
    await world.owner
      .updateTable('payment_methods')
      .set({ state: 'abandoned', ended_at: new Date(Date.now() - days * 24 * 3_600_000) })
      .where('id', '=', methodId)
      .execute();
    return methodId;
  };
  await left(31);
  const recent = await left(29);
  await clearPast(world.system());
  const rows = await world.owner
    .selectFrom('payment_methods')
    .select('id')
    .where('brand_org', '=', brand.orgId)
    .execute();
  expect(rows).toEqual([{ id: recent }]);
});

test('an org saves ten methods and no eleventh', async () => {
  const brand = await createOrg(world, 'brand', 'Many cards');
  await prove(world, brand);
  const rows = async () =>
    world.owner.selectFrom('payment_methods').select('id').where('brand_org', '=', brand.orgId).execute();
  for (let n = 0; n < METHOD_LIMIT; n += 1) await startSetup(world.as(brand));
  expect(await codeOf(startSetup(world.as(brand)))).toBe('method.limit');
  expect(await rows()).toHaveLength(METHOD_LIMIT);
});

test('of an erased person the provider keeps neither name nor address: the customer goes, or gets those of a member who stays', async () => {
  const alone = await createOrg(world, 'brand', 'Alone');
  await save(alone, { card: '4242424242424242' });
  const leaving = await createOrg(world, 'brand', 'Team');
  await save(leaving, { card: '4242424242424242' });
  const staying = await member(world, leaving, 'owner', 'Stays');
  const customer = async ({ orgId }: OrgActor) => {
    const { by_op_id } = await world.command<{ by_op_id: Record<string, { id: string }[]> }>(
      `books?op_id=${encodeURIComponent(`payer:${orgId}`)}`,
    );
    return by_op_id[`payer:${orgId}`]?.[0]?.id;
  };
  const shown = async (id: string) =>
    (
      await fetch(`${world.sandbox.url}/v1/customers/${id}`, {
        headers: { authorization: `Bearer ${services().secrets.STRIPE_SECRET_KEY}` },
      })
    ).json();
  const [ofAlone, ofTeam] = [(await customer(alone))!, (await customer(leaving))!];
  expect(await shown(ofTeam)).toMatchObject({ name: leaving.name, email: leaving.email });
  for (const { userId } of [alone, leaving]) {
    await withTx(world.system(), (tx) => removeMethodsOfPerson(tx, userId));
    await world.owner.deleteFrom('org_members').where('user_id', '=', userId).execute();
  }
  await world.command('faults', {
    match: { method: 'DELETE', path: '/v1/customers/*' },
    kind: '500_before',
    times: 9,
  });
  await expect(eraseElsewhere(world.system())).rejects.toThrow();
  await fetch(`${world.sandbox.url}/_sandbox/faults`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
  });
  await eraseElsewhere(world.system());
  await eraseElsewhere(world.system());
  expect(await shown(ofAlone)).toMatchObject({ deleted: true });
  expect(await shown(ofTeam)).toMatchObject({ name: staying.name, email: staying.email });
  const left = await world.owner
    .selectFrom('payer_accounts')
    .select(['brand_org', 'erase_requested_at'])
    .where('brand_org', 'in', [alone.orgId, leaving.orgId])
    .execute();
  expect(left).toEqual([{ brand_org: leaving.orgId, erase_requested_at: null }]);
  await booksAgree();
});

// Last: the provider's clock moves.
test('a charge whose process ended before its note is found a day later, when its key is gone: the card is charged once', async () => {
  const clock = steppedClock(new Date());
  const deal = await openDeal(world, { clock });
  const { brand, milestoneId } = deal;
  const methodId = await save(brand, { card: '4242424242424242' });
  const ctx = world.as(brand, { requestKey: newId(), clock });
  const { id: quoteId } = await quote(ctx, { milestoneId });
  const paying = (by = ctx) => pay(by, { milestoneId, quoteId, methodId });
  const { payments } = world.integrations;
  const chargeMethod = async (input: Parameters<typeof payments.chargeMethod>[0]) => {
    await payments.chargeMethod(input);
    throw new Error('the process ended');
  };
  const ending = { ...ctx, integrations: { ...ctx.integrations, payments: { ...payments, chargeMethod } } };
  await expect(paying(ending)).rejects.toThrow('the process ended');
  const claim = () =>
    world.owner
      .selectFrom('operations')
      .select(['op_id', 'state', 'attempt'])
      .where('milestone_id', '=', milestoneId)
      .executeTakeFirstOrThrow();
  const { op_id: opId } = await claim();
  expect(await claim()).toMatchObject({ state: 'claimed', attempt: 1 });

  await world.command('clock', { advance_seconds: 25 * 3_600 });
  clock.advance(25 * 3_600_000);
  const { paymentId } = await paying();
  expect(await confirmFunding(world.system(clock), deal)).toBe('funded');
  expect(await pageOf(paymentId)).toMatchObject({ state: 'paid' });
  const { by_op_id } = await world.command<{ by_op_id: Record<string, { object: string }[]> }>(
    `books?op_id=${encodeURIComponent(opId)}`,
  );
  expect(by_op_id[opId]!.filter(({ object }) => object === 'payment_intent')).toHaveLength(1);
});
