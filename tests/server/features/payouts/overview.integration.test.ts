import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payoutOverview } from '../../../../server/features/payouts/service.ts';
import { insertDealRows } from '../../../support/deal-rows.ts';
import { createOrg, createTestWorld, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld('payout_overview');
});
afterAll(() => world?.close());

test('what is held for a payee is the sum of all of it, however little of it a list shows', async () => {
  const [brand, creator] = [await createOrg(world, 'brand', 'Café Lumen'), await createOrg(world, 'creator', 'Inés')];
  const { contractId } = await insertDealRows(world, brand, creator);
  const MORE = 250;
  await sql`
    with added as (
      insert into milestones(id, contract_id, brand_org, creator_org, seq, title, amount, currency, state, due_at, deadline_at, rounds_max)
        select gen_random_uuid(), contract_id, brand_org, creator_org, n, title, amount, currency, state, due_at, deadline_at, rounds_max
          from milestones, generate_series(2, ${MORE + 1}) n where contract_id = ${contractId} returning id)
    insert into workflow_outbox(dedupe_key, kind, workflow_id) select 'start:' || id, 'start', 'escrow/' || id from added`.execute(world.owner);
  const { perCurrency, earnings } = await payoutOverview(world.as(creator));
  expect(earnings.length).toBeLessThan(MORE);
  expect(perCurrency).toMatchObject([{ currency: 'EUR', held: (MORE + 1) * 40_000 }]);
});

test('what was earned in another currency than the bank’s stands alone, not below a row of noughts', async () => {
  const creator = await createOrg(world, 'creator', 'Lin Xiaoyu');
  await world.owner.insertInto('payout_accounts').values({ org_id: creator.orgId, provider_account_id: 'acct_gb', country: 'GB', currency: 'GBP', state: 'enabled' }).execute();
  expect((await payoutOverview(world.as(creator))).perCurrency.map(({ currency }) => currency), 'before anything is earned').toEqual(['GBP']);
  await insertDealRows(world, await createOrg(world, 'brand', 'Café Lumen'), creator);
  expect((await payoutOverview(world.as(creator))).perCurrency.map(({ currency }) => currency)).toEqual(['EUR']);
});
