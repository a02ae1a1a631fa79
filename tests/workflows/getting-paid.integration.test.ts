import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeOnboarding } from '../../scripts/lib/hosted-pages.ts';
import { approve } from '../../server/features/escrow/review/service.ts';
import { status } from '../../server/features/payments/checkout/status.ts';
import { startOnboarding } from '../../server/features/payouts/account.ts';
import { checkNow, moneyChecks } from '../../server/features/money-check/service.ts';
import { payOut, payoutOverview } from '../../server/features/payouts/service.ts';
import type { WorkerRuntime } from '../../workflows/runtime.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../server/features/escrow/deal-kit.ts';
import { recordHistory } from '../support/histories.ts';
import { createStaff, prove } from '../support/people.ts';
import { eventually, resultOf, startTestWorker } from '../support/worker.ts';

let world: MoneyWorld;
let runtime: WorkerRuntime;

beforeAll(async () => {
  world = await createMoneyWorld('getting_paid');
  runtime = await startTestWorker(world);
});
afterAll(async () => {
  await runtime.stop();
  await world.close();
});

const inState = (deal: TestDeal, state: string) =>
  eventually(
    `the milestone to be ${state}`,
    async () => (await milestone(world, deal.milestoneId)).state === state,
    30_000,
  );
const wallet = async (deal: TestDeal) => {
  const overview = await payoutOverview(world.as(deal.creator));
  return {
    sums: overview.perCurrency.find((c) => c.currency === 'EUR'),
    earning: overview.earnings[0],
    payouts: overview.payouts,
  };
};

/** Up to the brand's approval; the provider is polled instead of a webhook. */
async function approved(deal: TestDeal): Promise<void> {
  const { paymentId } = await payAtProvider(world, deal);
  await status(world.as(deal.brand), { paymentId });
  await inState(deal, 'funded');
  expect(await wallet(deal)).toMatchObject({
    sums: { held: 40_000, available: 0 },
    earning: { bucket: 'held', reason: 'work_due', amount: 40_000 },
  });
  await deliver(world, deal);
  expect(await wallet(deal)).toMatchObject({
    sums: { held: 0, inReview: 40_000 },
    earning: { bucket: 'in_review', reason: 'review_ends' },
  });
  await approve(world.as(deal.brand), {
    milestoneId: deal.milestoneId,
    version: (await milestone(world, deal.milestoneId)).version,
  });
}

test('approved work is paid to a creator whose account is ready', async () => {
  const deal = await openDeal(world);
  await approved(deal);
  await inState(deal, 'released');
  expect(await wallet(deal)).toMatchObject({
    sums: { available: 40_000, inTransit: 0, can: { payOut: true } },
    earning: { bucket: 'available' },
  });
  expect(await resultOf(runtime, `escrow/${deal.milestoneId}`)).toBe('released');
  await recordHistory(runtime.client, `escrow/${deal.milestoneId}`, 'escrow-released');
});

test('a creator without an account is waited for, and paid as soon as there is one', async () => {
  const deal = await openDeal(world, { account: false });
  await approved(deal);
  await eventually(
    'the transfer to wait',
    async () => (await wallet(deal)).earning?.reason === 'account_needed',
    30_000,
  );
  expect((await milestone(world, deal.milestoneId)).state).toBe('releasing');
  await prove(world, deal.creator);
  const { url } = await startOnboarding(world.as(deal.creator), { country: 'FR' });
  await completeOnboarding(url);
  await inState(deal, 'released');
  expect((await wallet(deal)).sums).toMatchObject({ available: 40_000, onHold: 0 });
  await world.command('clock', { advance_seconds: 5 * 86_400 });
  const { id } = await payOut(world.as(deal.creator), { currency: 'EUR' });
  await eventually(
    'the payout to leave',
    async () => (await wallet(deal)).payouts.find((p) => p.id === id)?.state === 'in_transit',
    30_000,
  );
  expect(await wallet(deal)).toMatchObject({
    sums: { available: 0, inTransit: 40_000 },
    earning: { bucket: 'on_the_way', reason: 'in_transit' },
  });
});

test('an operator who has the books checked finds them in order, and a forged one at once', async () => {
  const staff = await createStaff(world);
  const checked = async () => {
    const { id } = await checkNow(world.as(staff));
    return eventually(
      'the result',
      async () => (await moneyChecks(world.as(staff))).last?.id === id && (await moneyChecks(world.as(staff))).last,
    );
  };
  expect((await checked()).breaches).toEqual([]);
  await world.owner
    .updateTable('ledger_accounts')
    .set((eb) => ({ balance: eb('balance', '+', 1) }))
    .where('code', '=', 'M_EARNED')
    .execute();
  expect((await checked()).breaches.map((b) => b.invariant)).toContain('ledger.world-is-zero');
});
