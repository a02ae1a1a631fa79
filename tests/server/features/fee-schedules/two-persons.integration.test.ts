import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTx } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { confirmFee, feeSchedules, previewFee, proposeFee } from '../../../../server/features/fee-schedules/service.ts';
import { brandFee } from '../../../../server/features/policies/service.ts';
import { createStaff, prove } from '../../../support/people.ts';
import { createMoneyWorld, openDeal, type MoneyWorld } from '../escrow/deal-kit.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld('fee_schedules', { float: false });
});
afterAll(() => world?.close());

test('a fee takes two persons, comes into force at its time, and contracts that exist keep the whole row they were made with', async () => {
  const [first, second, support] = [
    await createStaff(world, 'finance'),
    await createStaff(world, 'super'),
    await createStaff(world, 'support'),
  ];
  for (const who of [first, second]) await prove(world, who);
  const before = await openDeal(world);
  const keptBy = async (contractId: string) =>
    await world.owner
      .selectFrom('contracts')
      .select(['fee_bps', 'fee_terms'])
      .where('id', '=', contractId)
      .executeTakeFirstOrThrow();
  const kept = await keptBy(before.contractId);

  const validFrom = new Date(Date.now() + 60 * 60_000);
  const fee = {
    bps: 400,
    fixed: 100,
    minimum: 1_000,
    maximum: 9_000,
    country: null,
    currency: 'EUR' as const,
    validFrom,
  };
  await expect(previewFee(world.as(first), { ...fee, currency: null })).rejects.toMatchObject({
    code: 'fee.sums_need_currency',
    data: { field: 'currency' },
  });
  expect((await previewFee(world.as(first), fee)).days).toBe(30);
  await expect(proposeFee(world.as(support), { ...fee, note: 'Cheaper' })).rejects.toMatchObject({
    code: 'auth.not_allowed',
  });
  const { id: proposalId } = await proposeFee(world.as(first), { ...fee, note: 'Cheaper for all' });
  await expect(proposeFee(world.as(second), { ...fee, note: 'Again' })).rejects.toMatchObject({
    code: 'approval.open',
  });
  await expect(confirmFee(world.as(first), { proposalId })).rejects.toMatchObject({ code: 'approval.same_person' });
  await expect(confirmFee(world.as(second), { proposalId: newId() })).rejects.toMatchObject({ code: 'not_found' });
  await confirmFee(world.as(second), { proposalId });
  await expect(confirmFee(world.as(second), { proposalId })).rejects.toMatchObject({ code: 'state.already_decided' });

  const feeAt = (at: Date, currency: 'EUR' | 'GBP') =>
    withTx(world.as(before.brand, { clock: { now: () => at } }), (tx) => brandFee(tx, { country: 'FR', currency }));
  expect(await feeAt(new Date(validFrom.getTime() - 1), 'EUR')).toMatchObject({ bps: 500 });
  expect(await feeAt(validFrom, 'EUR')).toMatchObject({ bps: 400, fixed: 100, minimum: 1_000, maximum: 9_000 });
  expect(await feeAt(validFrom, 'GBP')).toMatchObject({ bps: 500, fixed: 0 });
  expect((await feeSchedules(world.as(support))).schedules[0]).toMatchObject({ state: 'coming', bps: 400 });
  expect(await keptBy(before.contractId)).toEqual(kept);
  await expect(
    world.owner
      .updateTable('contracts')
      .set({ fee_terms: { bps: 400, fixed: 0, minimum: null, maximum: null } })
      .where('id', '=', before.contractId)
      .execute(),
  ).rejects.toThrow();
});
