import { afterAll, beforeAll, expect, test } from 'vitest';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import { documentPdf } from '../../../../server/features/documents/pdf.ts';
import { advancePayout } from '../../../../server/features/payouts/delivery.ts';
import { payOut, payoutOverview } from '../../../../server/features/payouts/service.ts';
import { createMoneyWorld, deliver, milestone, openDeal, payAtProvider, type MoneyWorld } from '../escrow/deal-kit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('statement');
});
afterAll(() => world?.close());

test('a payout names the earnings that it carries, on its page and frozen in its statement', async () => {
  const deal = await openDeal(world, { amounts: [40_000, 20_000] });
  for (const milestoneId of deal.milestoneIds) {
    await payAtProvider(world, deal, { milestoneId });
    await confirmFunding(world.system(), { milestoneId });
    await deliver(world, deal, { milestoneId });
    await approve(world.as(deal.brand), { milestoneId, version: (await milestone(world, milestoneId)).version });
    expect(await release(world.system(), { milestoneId })).toBe('released');
  }
  await world.command('clock', { advance_seconds: 8 * 86_400 });
  const { id: payoutId, amount } = await payOut(world.as(deal.creator), { currency: 'EUR' });
  expect(amount).toBe(60_000);
  expect((await advancePayout(world.system(), { payoutId })).state).toBe('in_transit');
  const items = [
    {
      contractId: deal.contractId,
      milestoneId: deal.milestoneIds[0],
      deal: 'Autumn menu',
      milestone: 'Reel 1',
      brand: deal.brand.name,
      amount: 40_000,
    },
    {
      contractId: deal.contractId,
      milestoneId: deal.milestoneIds[1],
      deal: 'Autumn menu',
      milestone: 'Reel 2',
      brand: deal.brand.name,
      amount: 20_000,
    },
  ];
  expect((await payoutOverview(world.as(deal.creator))).payouts).toEqual([
    expect.objectContaining({ id: payoutId, statement: null, items }),
  ]);
  await world.command('clock', { advance_seconds: 3 * 86_400 });
  expect((await advancePayout(world.system(), { payoutId })).state).toBe('paid');
  const statement = await world.owner
    .selectFrom('documents')
    .select(['id', 'data'])
    .where('payout_id', '=', payoutId)
    .executeTakeFirstOrThrow();
  expect(statement.data).toMatchObject({ items });
  const before = (await documentPdf(world.as(deal.creator), { documentId: statement.id, locale: 'en' })).bytes;
  // As a bank leaves it that sends a payout back later: the statement still lists what it was made of.
  await world.owner.updateTable('transfers').set({ payout_id: null }).where('payout_id', '=', payoutId).execute();
  expect((await payoutOverview(world.as(deal.creator))).payouts[0]!.items).toEqual(items);
  expect(
    (await documentPdf(world.as(deal.creator), { documentId: statement.id, locale: 'en' })).bytes.equals(before),
  ).toBe(true);
});
