import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { StaffActor } from '../../../../server/context.ts';
import { approve } from '../../../../server/features/escrow/review/service.ts';
import { release } from '../../../../server/features/escrow/release/release.ts';
import { stoppedCurrencies } from '../../../../server/features/money-stops/service.ts';
import { requestCheck, runCheck } from '../../../../server/features/money-check/runs.ts';
import { confirmLift, moneyChecks, proposeLift } from '../../../../server/features/money-check/service.ts';
import {
  reconcileNow,
  reconciliations,
  requestReconciliation,
  runReconciliation,
} from '../../../../server/features/money-check/stored-lines/runs.ts';
import { confirmFunding } from '../../../../server/features/payments/confirm/confirm.ts';
import type { BalanceLine } from '../../../../server/integrations/stripe/provider.ts';
import { dealActs } from '../escrow/deal-acts.ts';
import {
  createMoneyWorld,
  deliver,
  milestone,
  openDeal,
  payAtProvider,
  type MoneyWorld,
  type TestDeal,
} from '../escrow/deal-kit.ts';
import { createStaff, prove } from '../../../support/people.ts';

let world: MoneyWorld;
let finance: StaffActor;
let second: StaffActor;
/** What the provider answers instead of its lines. */
let answer: (lines: BalanceLine[]) => BalanceLine[] = (lines) => lines;

beforeAll(async () => {
  world = await createMoneyWorld('reconcile');
  finance = await createStaff(world, 'finance');
  second = await createStaff(world, 'super');
  for (const one of [finance, second]) await prove(world, one);
  const { payments } = world.integrations;
  world.integrations.payments = {
    ...payments,
    listBalanceLines: async (query) => answer(await payments.listBalanceLines(query)),
  };
}, 120_000);
afterAll(() => world.close());
beforeEach(() => {
  answer = (lines) => lines;
});

const once = { retries: { times: 1, pauseMs: 0 } };
async function run(begunBy: 'schedule' | 'operator' = 'schedule'): Promise<string> {
  const { id } =
    begunBy === 'operator'
      ? await reconcileNow(world.as(finance))
      : await requestReconciliation(world.system(), begunBy);
  await world.owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: new Date() })
    .where('dispatched_at', 'is', null)
    .execute();
  return runReconciliation(world.system(), { id }, once);
}
const report = () => reconciliations(world.as(finance));
const { seen } = dealActs(() => world);
const stateOf = async (deal: TestDeal) => (await milestone(world, deal.milestoneId)).state;
async function funded(): Promise<TestDeal> {
  const deal = await openDeal(world);
  await payAtProvider(world, deal);
  await confirmFunding(world.system(), deal);
  return deal;
}
const planted = (by: number, lines: readonly BalanceLine[]): BalanceLine => ({
  id: 'txn_planted',
  type: 'adjustment',
  amount: by,
  fee: 0,
  net: by,
  currency: 'EUR',
  sourceId: 'adj_1',
  opId: null,
  destination: null,
  createdAt: lines.at(-1)?.createdAt ?? new Date(),
});

test('every line of the provider is stored once and matched once with its posting; what was called and not booked is in flight', async () => {
  await funded();
  const arriving = await openDeal(world);
  await payAtProvider(world, arriving);
  expect(await run()).toBe('clean');
  const lines = await world.integrations.payments.listBalanceLines({ from: new Date(0) });
  const stored = () => world.owner.selectFrom('provider_lines').select(['id', 'tx_id']).execute();
  expect((await stored()).map((l) => l.id).sort()).toEqual(lines.map((l) => l.id).sort());
  const first = await report();
  expect(first.differences).toEqual([]);
  expect((await stored()).filter((l) => l.tx_id !== null)).toHaveLength(lines.length - 1);
  expect(first.runs[0]).toMatchObject({ state: 'clean', inFlight: 1, found: 0, linesStored: lines.length });

  await confirmFunding(world.system(), arriving);
  expect(await run()).toBe('clean');
  const again = await report();
  expect(again.runs[0]).toMatchObject({ linesStored: 0, inFlight: 0 });
  const postings = (await stored()).map((l) => l.tx_id);
  expect(postings).not.toContain(null);
  expect(new Set(postings).size).toBe(lines.length);
});

test('drift stops what goes out in its currency and no approval, is named with its objects, and a clean run lifts it', async () => {
  const deal = await funded();
  await deliver(world, deal);
  answer = (lines) => [...lines, planted(-1, lines)];
  expect(await run()).toBe('drift');
  const { differences, runs } = await report();
  expect(differences).toMatchObject([
    { kind: 'no_posting', lineId: 'txn_planted', sourceId: 'adj_1', theirs: -1, ours: null, off: -1, money: 'EUR' },
  ]);
  expect(runs[0]).toMatchObject({ state: 'drift', found: 1 });
  expect((await moneyChecks(world.as(finance))).stops).toMatchObject([{ currency: 'EUR', causes: ['reconciliation'] }]);
  expect(await stoppedCurrencies(world.as(deal.creator))).toEqual(['EUR']);
  const mails = await world.owner
    .selectFrom('mails')
    .select('user_id')
    .where('template', '=', 'money_out_stopped')
    .execute();
  expect(mails.map((m) => m.user_id).sort()).toEqual([finance.userId, second.userId].sort());

  await approve(world.as(deal.brand), await seen(deal));
  expect(await release(world.system(), deal)).toBe('money-out is stopped');
  expect(await stateOf(deal)).toBe('approved');

  // A clean run of the hourly check, which does not know that line, does not lift what the reconciliation stopped.
  answer = (lines) => lines;
  const { id } = await requestCheck(world.system(), 'schedule');
  await world.owner
    .updateTable('workflow_outbox')
    .set({ dispatched_at: new Date() })
    .where('dispatched_at', 'is', null)
    .execute();
  await runCheck(world.system(), { id }, once);
  expect(await stoppedCurrencies(world.as(deal.creator))).toEqual(['EUR']);

  // The books agree again: the line was an error of the provider's answer.
  await world.owner.transaction().execute(async (trx) => {
    await sql`set local role sponsio_maintenance`.execute(trx);
    await trx.deleteFrom('provider_lines').where('id', '=', 'txn_planted').execute();
  });
  expect(await run()).toBe('clean');
  expect(await stoppedCurrencies(world.as(deal.creator))).toEqual([]);
  await release(world.system(), deal);
  expect(await stateOf(deal)).toBe('released');
  expect(await run()).toBe('clean');
});

test('a posting without its line and a line that reads otherwise than it was stored are named with both sums and their deal', async () => {
  const deal = await funded();
  const { provider_ref: ref } = await world.owner
    .selectFrom('ledger_tx')
    .select('provider_ref')
    .where('milestone_id', '=', deal.milestoneId)
    .where('kind', '=', 'funded')
    .executeTakeFirstOrThrow();
  answer = (lines) => lines.filter((line) => line.id !== ref);
  expect(await run()).toBe('drift');
  expect((await report()).differences).toMatchObject([
    { kind: 'no_line', lineId: ref, theirs: null, contractId: deal.contractId, milestoneId: deal.milestoneId },
  ]);
  answer = (lines) => lines;
  expect(await run()).toBe('clean');
  answer = (lines) =>
    lines.map((line) => (line.id === ref ? { ...line, net: line.net + 1, amount: line.amount + 1 } : line));
  expect(await run('operator')).toBe('drift');
  expect((await report()).differences).toMatchObject([
    { kind: 'changed', lineId: ref, off: 1, contractId: deal.contractId },
  ]);
  answer = (lines) => lines;
  expect(await run('operator')).toBe('clean');
});

test('two staff members let money go out despite a difference; the same one does not stop it anew, another one does', async () => {
  const deal = await funded();
  await run();
  let by = -2;
  answer = (lines) => [
    ...lines.filter((l) => l.id !== 'txn_planted'),
    { ...planted(by, lines), id: `txn_planted${by}` },
  ];
  expect(await run()).toBe('drift');
  const { id: proposalId } = await proposeLift(world.as(finance), { currency: 'EUR', note: 'a known error of a test' });
  await expect(confirmLift(world.as(finance), { proposalId })).rejects.toMatchObject({ code: 'approval.same_person' });
  await confirmLift(world.as(second), { proposalId });
  expect(await stoppedCurrencies(world.as(deal.creator))).toEqual([]);
  expect(await run()).toBe('drift');
  expect(await stoppedCurrencies(world.as(deal.creator))).toEqual([]);
  by = -3;
  expect(await run()).toBe('drift');
  expect((await report()).differences).toHaveLength(2);
  expect(await stoppedCurrencies(world.as(deal.creator))).toEqual(['EUR']);
});
