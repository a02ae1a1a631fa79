import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { backup, restore } from '../../scripts/lib/backup.ts';
import { notePlayed, unitsToPlay, untilAt } from '../../scripts/lib/played.ts';
import { cancel } from '../../server/features/escrow/refund/cancel.ts';
import { approve } from '../../server/features/escrow/review/service.ts';
import { checkMoney } from '../../server/features/money-check/checker.ts';
import { pay } from '../../server/features/payments/checkout/pay.ts';
import { quote } from '../../server/features/payments/checkout/quote.ts';
import { status } from '../../server/features/payments/checkout/status.ts';
import { confirmFunding } from '../../server/features/payments/confirm/confirm.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../server/features/escrow/deal-kit.ts';
import { noteFigures } from '../support/chaos/chosen.ts';
import { createTestWorld } from '../support/people.ts';
import { createTestDatabase, ownFolder } from '../support/services.ts';
import { eventually, startTestWorker } from '../support/worker.ts';

/*
 * The database is restored from a backup while the provider has gone on: payments, transfers and refunds of the lost minutes
 * exist there. The people do again what is missing, and the worker gives every row its workflow back.
 */

const RESTORES = unitsToPlay(Number(process.env['CHAOS_PART'] === 'restore' ? (process.env['CHAOS_CASES'] ?? 20) : 1));
/** Longer than the provider keeps a key. */
const DAY_LATER_S = 25 * 3_600;

const folder = ownFolder('restored');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inState = (world: MoneyWorld, deal: TestDeal, state: string) =>
  eventually(`the milestone to be ${state}`, async () => (await milestone(world, deal.milestoneId)).state === state);
const versionOf = async (world: MoneyWorld, deal: TestDeal) => ({
  milestoneId: deal.milestoneId,
  version: (await milestone(world, deal.milestoneId)).version,
});

async function funded(world: MoneyWorld): Promise<TestDeal> {
  const deal = await openDeal(world);
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  return deal;
}
async function delivered(world: MoneyWorld): Promise<TestDeal> {
  const deal = await funded(world);
  await deliver(world, deal);
  return deal;
}
const release = async (world: MoneyWorld, deal: TestDeal) =>
  approve(world.as(deal.brand), await versionOf(world, deal));
const refund = async (world: MoneyWorld, deal: TestDeal) =>
  cancel(world.as(deal.brand), { ...(await versionOf(world, deal)), reason: '' });
/** The payer comes back from the page. */
const returnFrom = (world: MoneyWorld, deal: TestDeal, paymentId: string) =>
  status(world.as(deal.brand), { paymentId });

/** Objects at the provider, by the operation that made them. */
const objects = async (world: MoneyWorld): Promise<Record<string, number>> => {
  const books = await world.command<{ by_op_id: Record<string, unknown[]> }>('books');
  return Object.fromEntries(Object.entries(books.by_op_id).map(([op, list]) => [op, list.length]));
};

/** One restore; resolves with what is wrong after it, and how long it took until everything was in order. */
async function drill({ dayLater }: { dayLater: boolean }): Promise<{ wrong: string[]; ms: number }> {
  const lost = await createMoneyWorld('restore_lost', { sandbox: { PAYMENTS_SETTLEMENT_SECONDS: '0' } });
  const worker = await startTestWorker(lost);
  const paying = await openDeal(lost);
  const { id: quoteId } = await quote(lost.as(paying.brand), paying);
  const { paymentId } = await pay(lost.as(paying.brand), { milestoneId: paying.milestoneId, quoteId });
  const toRelease = await delivered(lost);
  const toRefund = await funded(lost);
  const underWay = await delivered(lost);
  // The transfer was made, and no answer of the provider arrives before the backup.
  await lost.command('faults', { match: { method: 'POST', path: '/v1/transfers' }, kind: 'reset_after' });
  await lost.command('faults', { match: { method: 'GET', path: '/v1/transfers' }, kind: '500_before', times: 1_000 });
  await release(lost, underWay);
  await inState(lost, underWay, 'releasing');

  const copy = join(folder, `${Date.now()}`);
  await backup(lost.database.DATABASE_OWNER_URL, copy);
  await fetch(`${lost.sandbox.url}/_sandbox/faults`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
  });
  const { session_id: session } = await lost.owner
    .selectFrom('payments')
    .select('session_id')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  await lost.command(`pay/${session}`, { card: '4242424242424242' });
  await returnFrom(lost, paying, paymentId);
  await release(lost, toRelease);
  await refund(lost, toRefund);
  await inState(lost, paying, 'funded');
  await inState(lost, toRelease, 'released');
  await inState(lost, toRefund, 'refunded');
  await inState(lost, underWay, 'released');
  const before = await objects(lost);
  await worker.stop();

  const started = Date.now();
  const database = await createTestDatabase('restored');
  await restore(database.DATABASE_OWNER_URL, copy);
  const base = await createTestWorld('restored', {}, database);
  base.integrations.payments = lost.integrations.payments;
  const world: MoneyWorld = Object.assign(base, { sandbox: lost.sandbox, command: lost.command });
  if (dayLater) await world.command('clock', { advance_seconds: DAY_LATER_S });
  const again = await startTestWorker(world, { parts: { repair: true } });
  try {
    await again.repairNow({ settlingMs: 0 });
    await returnFrom(world, paying, paymentId);
    await release(world, toRelease);
    await refund(world, toRefund);
    await inState(world, paying, 'funded');
    await inState(world, toRelease, 'released');
    await inState(world, toRefund, 'refunded');
    await inState(world, underWay, 'released');
    const differences = () =>
      checkMoney(world.worker, {
        booksUrl: `${world.sandbox.url}/_sandbox/books`,
        provider: world.integrations.payments,
        now: new Date(Date.now() + (DAY_LATER_S + 600) * 1_000),
      }).then((breaches) =>
        breaches.filter((b) => b.invariant !== 'deal.deadlines').map((b) => `${b.invariant}: ${b.detail}`),
      );
    await eventually('the books to agree', async () => (await differences()).length === 0, 20_000).catch(() => null);
    const ms = Date.now() - started;
    const after = await objects(world);
    const wrong = [
      ...(await differences()),
      ...Object.keys({ ...before, ...after }).flatMap((op) =>
        before[op] === after[op] ? [] : [`${op}: ${before[op] ?? 0} objects before, ${after[op] ?? 0} after`],
      ),
    ];
    return { wrong, ms };
  } finally {
    await again.stop();
    await base.close();
    await lost.close();
  }
}

test(
  `${RESTORES.length} restores of a database that is behind the provider: nothing is done twice, and the books agree`,
  async () => {
    const until = untilAt();
    const results: { wrong: string[]; ms: number }[] = [];
    for (const n of RESTORES) {
      if (Date.now() > until) break;
      const result = await drill({ dayLater: n % 2 === 1 });
      results.push(result);
      notePlayed(n, result.wrong.length === 0);
    }
    noteFigures({ slowestRestoreMs: Math.max(0, ...results.map((one) => one.ms)) });
    expect(results.flatMap((one) => one.wrong)).toEqual([]);
    expect(Math.max(0, ...results.map((one) => one.ms))).toBeLessThanOrEqual(5 * 60_000);
  },
  Math.max(1, RESTORES.length) * 5 * 60_000,
);
