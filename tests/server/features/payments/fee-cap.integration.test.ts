import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../../../server/context.ts';
import { steppedClock } from '../../../../server/core/clock.ts';
import { isAppError } from '../../../../server/core/errors.ts';
import { newId } from '../../../../server/core/ids.ts';
import { lockTimeline } from '../../../../server/features/escrow/timeline/events.ts';
import { refund } from '../../../../server/features/escrow/refund/refund.ts';
import { cancel } from '../../../../server/features/escrow/refund/cancel.ts';
import { ensureFloat } from '../../../../server/features/payments/float.ts';
import { lockedFloat } from '../../../../server/features/payments/locked-float.ts';
import { surplusOf } from '../../../../server/features/ledger/service.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { allowFees, brandsNearFeeCap } from '../../../../server/features/payments/checkout/fee-cap.ts';
import { cancelPayment } from '../../../../server/features/payments/checkout/status.ts';
import { pay } from '../../../../server/features/payments/checkout/pay.ts';
import { quote } from '../../../../server/features/payments/checkout/quote.ts';
import { waitingForLock } from '../../../support/locks.ts';
import { allPages } from '../../../support/pages.ts';
import { createOrg, createStaff, prove } from '../../../support/people.ts';
import {
  createMoneyWorld,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('fee_cap', { float: false });
});
afterAll(() => world.close());

async function startPaying(deal: TestDeal, milestoneId = deal.milestoneId): Promise<string> {
  try {
    const { id: quoteId } = await quote(world.as(deal.brand), { milestoneId });
    return (await pay(world.as(deal.brand), { milestoneId, quoteId })).paymentId;
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
}
async function fundAndCancel(deal: TestDeal): Promise<void> {
  const { milestoneId } = deal;
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), { milestoneId });
  await cancel(world.as(deal.brand), {
    milestoneId,
    version: (await milestone(world, milestoneId)).version,
    reason: '',
  });
  expect(await refund(world.system(), { milestoneId })).toBe('refunded');
}
/** As if the bank had sent one of the brand's refunds back, and staff had sent it again. */
async function sendAgain(brand: OrgActor): Promise<void> {
  const first = await world.owner
    .selectFrom('refunds')
    .selectAll()
    .where('brand_org', '=', brand.orgId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const op_id = `${first.op_id}:again`;
  await sql`insert into operations select (jsonb_populate_record(o, ${JSON.stringify({ op_id, idempotency_key: op_id, provider_id: null })}::jsonb)).* from operations o where op_id = ${first.op_id}`.execute(
    world.owner,
  );
  await world.owner
    .insertInto('refunds')
    .values({ ...first, id: newId(), op_id, provider_id: null })
    .execute();
}
const casesOf = (brand: OrgActor) =>
  world.owner
    .selectFrom('cases')
    .select(['state', 'amount', 'currency'])
    .where('kind', '=', 'fee_cap')
    .where('org_id', '=', brand.orgId)
    .orderBy('opened_at')
    .execute();
const REFUSED = ['payment.fee_cap', 'money.no_float'];

test('the fees of open payments are reserved: at once as many pages open as the float can bear, and an ended page gives its part back', async () => {
  // 4 % of 1,060 are reserved for each page.
  await ensureFloat(world.system(), 'EUR', 2 * 4_240);
  const deals = await Promise.all(Array.from({ length: 4 }, () => openDeal(world, { amounts: [100_000] })));
  const answers = await Promise.all(deals.map((deal) => startPaying(deal)));
  expect(answers.filter((a) => a === 'money.no_float')).toHaveLength(2);
  const open = answers.findIndex((a) => !REFUSED.includes(a));
  const waiting = answers.indexOf('money.no_float');
  await cancelPayment(world.as(deals[open]!.brand), { paymentId: answers[open]! });
  expect(await startPaying(deals[waiting]!)).not.toBe('money.no_float');
});

test('a payment and a release of the same deal take its timeline before the float, so that neither waits for the other in a circle', async () => {
  await ensureFloat(world.system(), 'CAD', 100_000);
  const deal = await openDeal(world, { currency: 'CAD' });
  // As a release that the float covers: the timeline first, then the float.
  const released = await withTx(world.system(), async (tx) => {
    await lockTimeline(tx, deal.contractId);
    const paying = startPaying(deal);
    await waitingForLock(world);
    return { float: await lockedFloat(tx, 'CAD'), paying };
  });
  expect(released.float).toBe(100_000);
  expect(await released.paying).toMatch(/^[\da-f-]{36}$/);
});

test("rounds of funding and cancelling end at the brand's cap: only an operator can lift it, who is notified once, and every other brand pays on", async () => {
  await ensureFloat(world.system(), 'EUR', 1_000_000);
  world.integrations.settings.feeLossCap.EUR = 5_000;
  const before = await surplusOf(world.system(), 'EUR');
  const whole = await openDeal(world, { amounts: Array.from({ length: 12 }, () => 100_000) });
  const { brand } = whole;
  const parts = whole.milestoneIds.values();
  const nextPart = (): TestDeal => ({ ...whole, milestoneId: parts.next().value! });
  await fundAndCancel(nextPart());
  let refused = '';
  for (let round = 0; round < 8 && refused === ''; round += 1) {
    const next = nextPart();
    const answer = await startPaying(next);
    if (REFUSED.includes(answer)) refused = answer;
    else {
      await cancelPayment(world.as(brand), { paymentId: answer });
      await fundAndCancel(next);
    }
  }
  expect(refused).toBe('payment.fee_cap');
  const lost = before - (await surplusOf(world.system(), 'EUR'));
  expect(lost).toBeGreaterThanOrEqual(5_000);
  expect(lost, 'the cap and one more charge at most').toBeLessThan(5_000 + 4_240);
  const waiting = nextPart();
  expect([await startPaying(waiting), await startPaying(waiting)]).toEqual(['payment.fee_cap', 'payment.fee_cap']);
  expect(await casesOf(brand)).toEqual([{ state: 'open', amount: lost, currency: 'EUR' }]);
  expect(REFUSED).not.toContain(await startPaying(await openDeal(world, { amounts: [100_000] })));

  const staff = await createStaff(world, 'finance');
  const allow = { orgId: brand.orgId, currency: 'EUR' as const, note: 'Spoke to the brand' };
  await expect(allowFees(world.as(await createStaff(world, 'support')), { ...allow, amount: 5_000 })).rejects.toThrow(
    'auth.not_allowed',
  );
  const nearFeeCap = async () => (await brandsNearFeeCap(world.as(staff), { limit: 25 })).items;
  expect(await nearFeeCap()).toEqual([
    { orgId: brand.orgId, name: brand.name, currency: 'EUR', lost, cap: 5_000, atCap: true },
  ]);
  await sendAgain(brand);
  expect((await nearFeeCap())[0], 'a refund that was sent twice cost its fee once').toMatchObject({
    lost,
  });
  await expect(allowFees(world.as(staff), { ...allow, amount: 5_000 })).rejects.toThrow('auth.step_up_required');
  await prove(world, staff);
  await expect(allowFees(world.as(staff), { ...allow, until: new Date(Date.now() - 1_000) })).rejects.toThrow(
    'input.invalid',
  );
  const kin = await createStaff(world, 'finance');
  await prove(world, kin);
  await world.owner
    .insertInto('org_members')
    .values({ org_id: allow.orgId, user_id: kin.userId, role: 'viewer' })
    .execute();
  await expect(allowFees(world.as(kin), { ...allow, amount: 5_000 }), 'its own brand').rejects.toThrow(
    'payment.related',
  );
  await allowFees(world.as(staff), { ...allow, amount: 5_000 });
  expect((await casesOf(brand)).map((c) => c.state)).toEqual(['closed']);
  expect((await nearFeeCap())[0]).toMatchObject({ orgId: brand.orgId, cap: 10_000, atCap: false });
  const paymentId = await startPaying(waiting);
  expect(REFUSED).not.toContain(paymentId);
  await cancelPayment(world.as(brand), { paymentId });

  world.integrations.settings.feeLossCap.EUR = 0;
  await world.owner.updateTable('fee_allowances').set({ amount: 1 }).where('org_id', '=', brand.orgId).execute();
  expect(await startPaying(waiting)).toBe('payment.fee_cap');
  expect(
    (await casesOf(brand)).map((c) => c.state).toSorted(),
    'another case, since another decision is needed',
  ).toEqual(['closed', 'open']);
  await allowFees(world.as(staff), { ...allow, until: new Date(Date.now() + 3_600_000) });
  const again = await startPaying(waiting);
  expect(REFUSED).not.toContain(again);
  await cancelPayment(world.as(brand), { paymentId: again });
  // What is older than thirty days, or whose time has come, counts no more.
  await world.owner
    .updateTable('fee_allowances')
    .set({ until: new Date(Date.now() - 1_000) })
    .where('until', 'is not', null)
    .execute();
  world.integrations.settings.feeLossCap.EUR = 5_000;
  const later = steppedClock(new Date(Date.now() + 31 * 24 * 3_600_000));
  await world.owner
    .updateTable('refunds')
    .set({ created_at: new Date(later.now().getTime() - 62 * 24 * 3_600_000) })
    .where('brand_org', '=', brand.orgId)
    .execute();
  expect(REFUSED).not.toContain(await startPaying(waiting));
}, 120_000);

test('the fee of a cancelled payment counts from the cancellation on, before its refund is claimed: a burst of cancellations is capped too', async () => {
  const staff = await createStaff(world, 'finance');
  const deal = await openDeal(world, { amounts: [100_000, 100_000] });
  const [first, second] = deal.milestoneIds as [string, string];
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), { milestoneId: first });
  const { provider_fee: fee } = await world.owner
    .selectFrom('payments')
    .select('provider_fee')
    .where('milestone_id', '=', first)
    .executeTakeFirstOrThrow();
  world.integrations.settings.feeLossCap.EUR = fee!;
  const near = async () =>
    (await brandsNearFeeCap(world.as(staff), { limit: 100 })).items
      .filter(({ orgId }) => orgId === deal.brand.orgId)
      .map(({ lost, atCap }) => [lost, atCap]);
  expect(await near(), 'funded, nothing is lost').toEqual([]);
  await cancel(world.as(deal.brand), {
    milestoneId: first,
    version: (await milestone(world, first)).version,
    reason: '',
  });
  expect((await milestone(world, first)).state).toBe('refunding');
  expect(await near()).toEqual([[fee, true]]);
  expect(await startPaying(deal, second)).toBe('payment.fee_cap');
  expect(await refund(world.system(), { milestoneId: first })).toBe('refunded');
  expect(await near(), 'refunded, it is the same fee').toEqual([[fee, true]]);
}, 60_000);

test('brands near their cap are read page by page to the last one, those of equal shares too', async () => {
  const staff = await createStaff(world, 'finance');
  world.integrations.settings.feeLossCap.EUR = 5_000;
  const { payment_id } = await world.owner
    .selectFrom('refunds')
    .select('payment_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const near: string[] = [];
  for (const fee of [4_900, 5_000, 5_000, 5_000, 6_000, 5_000, 100]) {
    const { orgId } = await createOrg(world, 'brand', `Fees of ${fee}`);
    if (fee > 100) near.push(orgId);
    const id = newId();
    const own = { id, milestone_id: id, op_id: id, request_key: id, quote_id: id, brand_org: orgId, provider_fee: fee };
    const rest = { session_id: null, payment_intent_id: null, charge_id: null };
    await world.owner.transaction().execute(async (tx) => {
      // Copies of a payment and its refund; triggers rest, since nothing acts on them.
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`insert into payments select (jsonb_populate_record(p, ${JSON.stringify({ ...own, ...rest })}::jsonb)).* from payments p where id = ${payment_id}`.execute(
        tx,
      );
      await sql`insert into refunds select (jsonb_populate_record(r, ${JSON.stringify({ id, op_id: id, payment_id: id, brand_org: orgId, provider_id: null, created_at: new Date() })}::jsonb)).*
        from refunds r where payment_id = ${payment_id} limit 1`.execute(tx);
    });
  }
  const read = (limit: number) =>
    allPages((after) => brandsNearFeeCap(world.as(staff), { limit, ...(after ? { after } : {}) }));
  const whole = await read(100);
  expect(whole.map(({ orgId }) => orgId).toSorted()).toEqual(near.toSorted());
  expect(whole.map(({ lost }) => lost)).toEqual([6_000, 5_000, 5_000, 5_000, 5_000, 4_900]);
  expect(await read(2)).toEqual(whole);
});
