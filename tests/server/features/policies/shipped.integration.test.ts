import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockPolicyAt, feeBpsAt } from '../../../../server/features/policies/queries.ts';
import { COMMISSION_MAX_BPS, SHIPPED_CLOCKS, SHIPPED_FEE_BPS } from '../../../../server/features/policies/rules.ts';
import { createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await createTestWorld('shipped');
});
afterAll(() => world.close());

describe('fees and deadlines on public pages', () => {
  it('is the fee schedule that a new database has in force', async () => {
    for (const payer of ['brand', 'creator'] as const)
      await expect(feeBpsAt(world.owner, payer, new Date())).resolves.toBe(SHIPPED_FEE_BPS[payer]);
  });

  it('is the clock policy "standard" of a new database, with every range', async () => {
    await expect(clockPolicyAt(world.owner, 'standard', new Date())).resolves.toEqual(SHIPPED_CLOCKS);
  });

  it('is the commission that the database takes at most', async () => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'c' and conrelid in ('representations'::regclass, 'contracts'::regclass) and pg_get_constraintdef(oid) like '%commission_bps%'`.execute(
      world.owner,
    );
    expect(rows).toHaveLength(2);
    for (const { definition } of rows) expect(definition).toContain(`<= ${COMMISSION_MAX_BPS}`);
  });
});
