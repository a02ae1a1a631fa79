import { parse } from 'csv-parse/sync';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addendaKit } from '../addenda/addenda-kit.ts';
import { newId } from '../../../../server/core/ids.ts';
import { reviewOf } from '../../../../server/features/content/service.ts';
import { reviewQueue } from '../../../../server/features/content/queue.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { listDeals } from '../../../../server/features/escrow/deals/list.ts';
import { releasePart } from '../../../../server/features/escrow/release/parts.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { creatorHome } from '../../../../server/features/home/service.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { paymentsCsv } from '../../../../server/features/payments/export.ts';
import { incoming, listPayments, milestoneMoney, toFund } from '../../../../server/features/payments/overview.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';
import { createOrg } from '../../../support/people.ts';
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
  world = await createMoneyWorld('overview');
});
afterAll(() => world?.close());

test('a represented creator reads her share after the commission wherever money is said to be for her', async () => {
  const deal = await openDeal(world, { commissionBps: 1_500 });
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  const [her, brand] = [world.as(deal.creator), world.as(deal.brand)];
  const read = async () => ({
    payments: (await listPayments(her, { state: 'held', limit: 25 })).items.map(({ amount }) => amount),
    coming: (await incoming(her)).map(({ secured }) => secured),
    home: (await creatorHome(her)).tasks.filter(({ kind }) => kind === 'submit').map(({ amount }) => amount),
    review: (await reviewOf(her, deal)).milestone.creatorShare,
    deals: (await listDeals(her)).items.map(({ creatorShare }) => creatorShare),
    queue: (await reviewQueue(her)).items.map(({ amount, rest }) => ({ amount, rest })),
  });
  expect(await read()).toEqual({
    payments: [34_000],
    coming: [34_000],
    home: [34_000],
    review: { amount: 34_000, rest: 34_000, released: 0 },
    deals: [{ held: 34_000, released: 0 }],
    queue: [{ amount: 34_000, rest: 34_000 }],
  });
  const { version } = await milestone(world, deal.milestoneId);
  await releasePart(brand, { milestoneId: deal.milestoneId, version, amount: 10_001 });
  await release(world.system(), deal);
  // 15 % of 100.01 is 15.00.
  expect(await read()).toEqual({
    payments: [34_000],
    coming: [25_499],
    home: [25_499],
    review: { amount: 34_000, rest: 25_499, released: 8_501 },
    deals: [{ held: 25_499, released: 8_501 }],
    queue: [{ amount: 34_000, rest: 25_499 }],
  });
  const noticesOf = async ({ orgId }: { orgId: string }) =>
    (await world.owner.selectFrom('notices').select(['kind', 'data']).where('org_id', '=', orgId).execute()).map(
      ({ kind, data }) => [kind, (data as { amountMinor?: number }).amountMinor],
    );
  expect(await noticesOf(deal.creator)).toEqual(
    expect.arrayContaining([
      ['milestone_funded', 34_000],
      ['part_released', 8_501],
    ]),
  );
  expect(await noticesOf(deal.brand), 'the brand reads the price').toContainEqual(['milestone_funded', 40_000]);
  expect((await listDeals(brand)).items[0]!.creatorShare, 'the brand reads the price').toBeNull();
});

test('the CSV names the state of a milestone by the words of the list on the screen', async () => {
  const brand = await createOrg(world, 'brand', 'Bask');
  const creator = await createOrg(world, 'creator', 'Leo Duarte');
  const words = { disputed: 'Disputed', delivered: 'In review', overdue: 'Overdue', settled_split: 'Divided' } as const;
  for (const state of Object.keys(words) as (keyof typeof words)[]) await insertDealRows(world, brand, creator, state);
  const { stream } = paymentsCsv(world.as(brand), { state: 'all', locale: 'en' });
  const lines = parse(await text(stream), { bom: true, columns: true }) as { State: string }[];
  expect(lines.map(({ State }) => State).toSorted()).toEqual(Object.values(words).toSorted());
});

/** Its payment counts as given up, although it went through; the event that says so comes with `arrives`. */
async function giveUp(
  deal: TestDeal,
  { paymentId, sessionId }: { paymentId: string; sessionId: string },
): Promise<{ arrives(): Promise<unknown> }> {
  const { paymentIntentId } = await world.integrations.payments.retrieveCheckout(sessionId);
  await world.owner.updateTable('payments').set({ state: 'expired' }).where('id', '=', paymentId).execute();
  await world.owner
    .updateTable('milestones')
    .set({ state: 'awaiting_funding' })
    .where('id', '=', deal.milestoneId)
    .execute();
  return {
    arrives: () =>
      world.owner
        .insertInto('psp_events')
        .values({
          id: newId(),
          type: 'payment_intent.succeeded',
          object_id: paymentIntentId!,
          milestone_id: deal.milestoneId,
          payload: JSON.stringify({ metadata: { payment_id: paymentId } }),
          received_at: new Date(),
        })
        .execute(),
  };
}

/** What the brand reads of its one milestone, wherever its price is shown with fee and tax. */
async function shownTo(deal: TestDeal) {
  const brand = world.as(deal.brand);
  const [row] = (await listPayments(brand, { state: 'all', limit: 25 })).items;
  const [toPay] = await toFund(brand, {});
  return {
    deal: (await dealFor(brand, deal)).milestones[0]!.charge.total,
    list: row!.amount + row!.fee + row!.tax,
    toPay: toPay?.total ?? null,
  };
}

test('a payment that failed, or came too late and goes back, says nothing of what its milestone costs', async () => {
  const deal = await openDeal(world);
  const success = await giveUp(deal, await payAtProvider(world, deal));
  const { both, proposed } = addendaKit(() => world);
  await both(deal, await proposed(deal, [{ kind: 'reprice', milestoneId: deal.milestoneId, amount: 50_000 }]));
  expect(await shownTo(deal), 'it was given up').toEqual({ deal: 53_000, list: 53_000, toPay: 53_000 });
  await success.arrives();
  expect(await confirmFunding(world.system(), deal)).toBe('paid too late: refunded');
  expect(await shownTo(deal), 'it went back').toEqual({ deal: 53_000, list: 53_000, toPay: 53_000 });
  await payAtProvider(world, deal);
  expect(await confirmFunding(world.system(), deal)).toBe('funded');
  expect(await shownTo(deal)).toEqual({ deal: 53_000, list: 53_000, toPay: null });
});

test('a milestone is shown with the payment that funds it, also where a later one came too late', async () => {
  const deal = await openDeal(world);
  const first = await payAtProvider(world, deal);
  const success = await giveUp(deal, first);
  const second = await payAtProvider(world, deal);
  await success.arrives();
  await confirmFunding(world.system(), deal);
  const paid = await world.owner
    .selectFrom('payments')
    .select(['id', 'state'])
    .where('milestone_id', '=', deal.milestoneId)
    .orderBy('attempt')
    .execute();
  expect(paid).toEqual([
    { id: first.paymentId, state: 'paid' },
    { id: second.paymentId, state: 'refunded' },
  ]);
  expect(await milestoneMoney(world.as(deal.brand), deal)).toMatchObject({
    paymentId: first.paymentId,
    paymentState: 'paid',
    fee: 2_000,
  });
});
