import { parse } from 'csv-parse/sync';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reviewOf } from '../../../../server/features/content/service.ts';
import { reviewQueue } from '../../../../server/features/content/queue.ts';
import { listDeals } from '../../../../server/features/escrow/deals/list.ts';
import { releasePart } from '../../../../server/features/escrow/release/parts.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { creatorHome } from '../../../../server/features/home/service.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { paymentsCsv } from '../../../../server/features/payments/export.ts';
import { incoming, listPayments } from '../../../../server/features/payments/overview.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';
import { createOrg } from '../../../support/people.ts';
import { createMoneyWorld, milestone, openDeal, payAtProvider, type MoneyWorld } from '../escrow/deal-kit.ts';

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
