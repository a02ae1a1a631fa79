import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../../server/core/ids.ts';
import { claimOperation } from '../../../../server/features/provider-calls/operations.ts';
import { mayResume, openRowPages, openRows, overdueIds } from '../../../../server/features/platform/open-rows.ts';
import type { RowRef } from '../../../../server/features/outbox/rows.ts';
import { REGISTRATIONS } from '../../../../server/features/registrations.gen.ts';
import { WORKFLOWS } from '../../../../workflows/contracts.ts';
import { startWorkflow } from '../../../../server/features/outbox/commands.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

const DAY = 24 * 3_600_000;

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld('open_rows');
});
afterAll(() => world?.close());

test('every type of workflow registers its open rows once, and every file of the export has its own name', () => {
  const types = REGISTRATIONS.flatMap(({ openRows: rows = {} }) => Object.keys(rows));
  expect(types.sort()).toEqual(Object.keys(WORKFLOWS).sort());
  const names = REGISTRATIONS.flatMap(({ exportParts = [] }) => exportParts.map(({ name }) => name));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test('a milestone that ended keeps its workflow while it owes a payee, and wakes when the payee can be paid', async () => {
  const [brand, creator, agency] = [
    await createOrg(world, 'brand', 'Café Lumen'),
    await createOrg(world, 'creator', 'Inés'),
    await createOrg(world, 'agency', 'Vidal'),
  ];
  for (const ended of ['released', 'refunded'] as const) {
    const { milestoneId: id, contractId } = await insertDealRows(world, brand, creator, ended);
    const opId = `xfer:${id}:agent`;
    await claimOperation(
      { ...world.system(), db: world.owner },
      { opId, kind: 'transfer', milestoneId: id, state: 'waiting' },
    );
    await world.owner
      .insertInto('transfers')
      .values({
        id: newId(),
        op_id: opId,
        milestone_id: id,
        contract_id: contractId,
        payee_org: agency.orgId,
        leg: 'agent',
        amount: 6_000,
        currency: 'EUR',
        state: 'waiting',
        created_at: new Date(),
      })
      .execute();
    const now = new Date(Date.now() + DAY);
    const isOpen = async () =>
      (await openRows(world.worker, { before: now, now })).some(
        (row) => row.type === 'escrowLifecycle' && row.id === id,
      );
    const byOne: RowRef[] = [];
    for await (const page of openRowPages(world.worker, { before: now, now, pageSize: 1 })) byOne.push(...page);
    expect(byOne, 'the same page by page').toEqual(await openRows(world.worker, { before: now, now }));
    const wakes = () => mayResume(world.worker, { type: 'escrowLifecycle', id, now });
    expect([await isOpen(), await wakes()]).toEqual([true, true]);
    await world.owner.updateTable('transfers').set({ state: 'sent' }).where('op_id', '=', opId).execute();
    expect([await isOpen(), await wakes()]).toEqual([false, false]);
  }
});

test('a payout that a bank returns late is booked, however late', async () => {
  const creator = await createOrg(world, 'creator', 'Malik');
  const id = newId();
  await world.owner.transaction().execute(async (db) => {
    const tx = { ...world.system(), db };
    await startWorkflow(tx, 'payoutDelivery', id);
    await claimOperation(tx, { opId: `po:${id}`, kind: 'payout' });
    await db
      .insertInto('payouts')
      .values({
        id,
        org_id: creator.orgId,
        op_id: `po:${id}`,
        request_key: newId(),
        amount: 12_000,
        currency: 'EUR',
        state: 'paid',
        created_at: new Date(),
        paid_at: new Date(),
      })
      .execute();
  });
  const wakes = () => mayResume(world.worker, { type: 'payoutDelivery', id, now: new Date(Date.now() + 9 * DAY) });
  expect(await wakes()).toBe(true);
  await world.owner.updateTable('payouts').set({ state: 'returned' }).where('id', '=', id).execute();
  expect(await wakes()).toBe(false);
});

test('of a page of open rows those are overdue whose deadline passed a minute ago, and no row of another page', async () => {
  const [brand, creator] = [await createOrg(world, 'brand', 'Rosa'), await createOrg(world, 'creator', 'Kim')];
  const now = new Date(Date.now() + DAY);
  const milestone = async (deadline: Date): Promise<RowRef> => {
    const { milestoneId: id } = await insertDealRows(world, brand, creator, 'delivered');
    await world.owner.updateTable('milestones').set({ deadline_at: deadline }).where('id', '=', id).execute();
    return { type: 'escrowLifecycle', id };
  };
  const late = await milestone(new Date(now.getTime() - 61_000));
  const due = await milestone(new Date(now.getTime() - 30_000));
  const elsewhere = await milestone(new Date(now.getTime() - 61_000));
  expect(await overdueIds(world.worker, [late, due], { before: now, now })).toEqual(new Set([late.id]));
  expect(await overdueIds(world.worker, [elsewhere], { before: now, now })).toEqual(new Set([elsewhere.id]));
  expect(await overdueIds(world.worker, [], { before: now, now })).toEqual(new Set());
});
