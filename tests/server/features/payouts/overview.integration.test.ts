import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MILESTONE_STATES } from '../../../../server/features/escrow/schema.ts';
import { incoming } from '../../../../server/features/payments/overview.ts';
import { listEarnings, listPayouts, payoutOverview } from '../../../../server/features/payouts/service.ts';
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
    insert into workflow_outbox(dedupe_key, kind, workflow_id) select 'start:' || id, 'start', 'escrow/' || id from added`.execute(
    world.owner,
  );
  const { perCurrency, earnings, more } = await payoutOverview(world.as(creator));
  expect(earnings.length).toBeLessThan(MORE);
  const shown = earnings.map((e) => e.milestoneId);
  for (let after = more.earnings; after;) {
    const page = await listEarnings(world.as(creator), { after, limit: 30 });
    shown.push(...page.items.map((e) => e.milestoneId));
    after = page.next;
  }
  expect([shown.length, new Set(shown).size], 'the rest is shown on demand').toEqual([MORE + 1, MORE + 1]);
  expect(perCurrency).toMatchObject([{ currency: 'EUR', held: (MORE + 1) * 40_000 }]);
});

test('what is coming is the same sum on home, payments and payouts, in every state and under every hold', async () => {
  const [brand, creator] = [await createOrg(world, 'brand', 'Café Lumen'), await createOrg(world, 'creator', 'Inés')];
  const { milestoneId } = await insertDealRows(world, brand, creator);
  const coming = new Set<string>();
  for (const state of MILESTONE_STATES)
    for (const hold of [null, 'card_dispute', 'staff_hold']) {
      await world.owner.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql`update milestones set state = ${state}, holds = ${hold === null ? [] : [hold]} where id = ${milestoneId}`.execute(
          tx,
        );
      });
      const sums = (await payoutOverview(world.as(creator))).perCurrency.map(
        ({ minimum: _minimum, can: _can, held: secured, inTransit: onTheWay, ...rest }) => ({
          ...rest,
          secured,
          onTheWay,
        }),
      );
      expect([state, hold, await incoming(world.as(creator))]).toEqual([state, hold, sums]);
      if (sums.some((of) => Object.values(of).includes(40_000))) coming.add(state);
    }
  for (const state of ['funded', 'delivered', 'clearing', 'disputed', 'cancel_requested', 'awaiting_live', 'retention'])
    expect(coming, 'money that is still to come').toContain(state);
});

test('payouts go on behind the first ones, each once, the newest first; a forged cursor is refused', async () => {
  const creator = await createOrg(world, 'creator', 'Noor');
  // Several at the same moment: the id decides.
  await world.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into payouts(id, org_id, amount, currency, state, op_id, request_key, created_at)
      select gen_random_uuid(), ${creator.orgId}, 1000 + n, 'EUR', 'paid', 'payout:more:' || n, 'more' || n, now() - make_interval(hours => n / 3) from generate_series(1, 130) n`.execute(
      tx,
    );
  });
  const { payouts, more } = await payoutOverview(world.as(creator));
  const all = [...payouts];
  for (let after = more.payouts; after;) {
    const page = await listPayouts(world.as(creator), { after, limit: 25 });
    all.push(...page.items);
    after = page.next;
  }
  expect([payouts.length < 130, all.length, new Set(all.map((p) => p.id)).size]).toEqual([true, 130, 130]);
  expect(all.map((p) => p.createdAt.getTime())).toEqual(
    all.map((p) => p.createdAt.getTime()).toSorted((a, b) => b - a),
  );
  for (const after of ['x', '0_1_not-an-id', `2_1_${creator.orgId}`])
    await expect(listPayouts(world.as(creator), { after, limit: 25 })).rejects.toMatchObject({ code: 'input.invalid' });
});

test('what was earned in another currency than the bank’s stands alone, not below a row of noughts', async () => {
  const creator = await createOrg(world, 'creator', 'Lin Xiaoyu');
  await world.owner
    .insertInto('payout_accounts')
    .values({ org_id: creator.orgId, provider_account_id: 'acct_gb', country: 'GB', currency: 'GBP', state: 'enabled' })
    .execute();
  expect(
    (await payoutOverview(world.as(creator))).perCurrency.map(({ currency }) => currency),
    'before anything is earned',
  ).toEqual(['GBP']);
  await insertDealRows(world, await createOrg(world, 'brand', 'Café Lumen'), creator);
  expect((await payoutOverview(world.as(creator))).perCurrency.map(({ currency }) => currency)).toEqual(['EUR']);
});
