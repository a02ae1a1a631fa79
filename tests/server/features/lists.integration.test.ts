import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTx, type OrgActor } from '../../../server/context.ts';
import { newId } from '../../../server/core/ids.ts';
import { browseCampaigns } from '../../../server/features/campaigns/market.ts';
import { myApplications, withdrawApplication } from '../../../server/features/campaigns/applying.ts';
import { reviewQueue } from '../../../server/features/content/queue.ts';
import { listDeals } from '../../../server/features/escrow/deals/list.ts';
import { brandHome, creatorHome } from '../../../server/features/home/service.ts';
import { listOffers, offerCounts } from '../../../server/features/offers/service.ts';
import { acts, deals, payouts } from '../../../server/features/operators/service.ts';
import { listPayments } from '../../../server/features/payments/overview.ts';
import { insertDealRows } from '../../support/deal-rows.ts';
import { apply, inDays, liveCampaign, offerTo } from '../../support/negotiation.ts';
import { allPages } from '../../support/pages.ts';
import { createOrg, createStaff, createTestWorld, type TestWorld } from '../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;

beforeAll(async () => {
  world = await createTestWorld('lists', { clockPolicy: 'standard' });
  brand = await createOrg(world, 'brand', 'Café Lumen');
  creator = await createOrg(world, 'creator', 'Maya Laurent');
}, 120_000);
afterAll(() => world?.close());

/** Copies of a row with new ids; triggers rest, since copies need no workflows. */
async function copies(table: string, from: string, count: number, changed: Record<string, string>): Promise<void> {
  await world.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    const set = Object.entries(changed)
      .map(([column, value]) => `'${column}', ${value}`)
      .join(', ');
    const { rows } = await sql<{ name: string }>`
      select quote_ident(attname) as name from pg_attribute
       where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(tx);
    const columns = rows.map((row) => row.name);
    await sql
      .raw(
        `insert into ${table} (${columns.join()}) select ${columns.map((name) => `(r.copy).${name}`).join()}
          from (select jsonb_populate_record(t, jsonb_build_object(${set})) as copy from ${table} t, generate_series(1, ${count}) k where t.id = '${from}') r`,
      )
      .execute(tx);
  });
}

test('an unanswered offer is shown behind any number of newer ones', async () => {
  const waiting = await offerTo(world, brand, await apply(world, creator, await liveCampaign(world, brand)));
  const other = await offerTo(
    world,
    brand,
    await apply(world, await createOrg(world, 'creator', 'Other'), await liveCampaign(world, brand)),
  );
  const count = 305;
  const ids = `md5('offer' || k)::uuid`;
  await copies('offers', other.id, count, {
    id: ids,
    creator_org: `'${creator.orgId}'::uuid`,
    turn: `'brand'`,
    application_id: 'null::uuid',
    campaign_id: `md5('campaign of offer' || k)::uuid`,
    request_key: `'copy' || k`,
    updated_at: `now() + make_interval(secs => k)`,
  });
  const { rows } = await sql<{ id: string }>`select id from offer_versions where offer_id = ${other.id}`.execute(
    world.owner,
  );
  await copies('offer_versions', rows[0]!.id, count, {
    id: `md5('version' || k)::uuid`,
    offer_id: ids,
    creator_org: `'${creator.orgId}'::uuid`,
  });
  expect((await listOffers(world.as(creator), { box: 'in' })).items.map((o) => o.id)).toEqual([waiting.id]);
  const out = await allPages((after) => listOffers(world.as(creator), { box: 'out', limit: 100, after }));
  expect(new Set(out.map((o) => o.id)).size).toBe(count);
  expect(await offerCounts(world.as(creator))).toEqual({ open: 100, waiting: 1 });
  await world.owner
    .updateTable('offers')
    .set({ deadline_at: new Date(Date.now() + 3_600_000) })
    .where('id', '=', waiting.id)
    .execute();
  expect((await listOffers(world.as(creator), { box: 'expiring' })).items.map((o) => o.id)).toEqual([waiting.id]);
});

describe('an org with more deals than a list holds', () => {
  let client: OrgActor;
  let maker: OrgActor;
  let own: string;
  const many = 310;

  beforeAll(async () => {
    client = await createOrg(world, 'brand', 'Large');
    maker = await createOrg(world, 'creator', 'Busy');
    const running = await insertDealRows(world, client, maker, 'funded');
    const over = await insertDealRows(world, client, maker, 'released');
    own = (await insertDealRows(world, client, maker, 'delivered')).contractId;
    await world.owner.updateTable('contracts').set({ state: 'cancelled' }).where('id', '=', over.contractId).execute();
    await world.owner
      .updateTable('contracts')
      .set({ updated_at: new Date(0) })
      .where('id', '=', own)
      .execute();
    for (const [deal, word] of [
      [running, 'running'],
      [over, 'over'],
    ] as const) {
      await copies('contracts', deal.contractId, many, {
        id: `md5('${word}' || k)::uuid`,
        offer_id: `md5('${word} offer' || k)::uuid`,
        updated_at: 'now() + make_interval(secs => k)',
      });
      await copies('milestones', deal.milestoneId, many, {
        id: `md5('${word} part' || k)::uuid`,
        contract_id: `md5('${word}' || k)::uuid`,
      });
    }
  }, 60_000);

  test('sees the deal whose next act is its own first, and those of one stage alone, however many others are newer', async () => {
    const deals = await allPages((after) => listDeals(world.as(client), { limit: 100, after }));
    expect(deals[0]).toMatchObject({ contractId: own, stage: 'review', turn: 'brand' });
    expect(deals.map((d) => d.stage).filter((stage, i, all) => stage !== all[i - 1])).toEqual([
      'review',
      'producing',
      'done',
    ]);
    expect([deals.length, new Set(deals.map((d) => d.contractId)).size]).toEqual([2 * many + 3, 2 * many + 3]);
    const past = await allPages((after) => listDeals(world.as(client), { box: 'past', limit: 100, after }));
    expect([past.length, new Set(past.map((d) => d.stage))]).toEqual([many + 1, new Set(['done'])]);
    expect((await listDeals(world.as(client), { box: 'paid' })).items).toEqual([]);
    expect((await reviewQueue(world.as(client))).items).toMatchObject([{ contractId: own }]);
    const queue = await allPages((after) => reviewQueue(world.as(client), { turn: 'theirs', limit: 100, after }));
    expect(new Set(queue.map((q) => q.milestoneId)).size).toBe(many + 1);
  });

  test('reads them in the order in which they were agreed, the last first, whatever their stage', async () => {
    const newest = (box: 'all' | 'past') =>
      allPages((after) => listDeals(world.as(client), { box, sort: 'newest', limit: 100, after }));
    const { rows } = await sql<{
      id: string;
    }>`select id from contracts where brand_org = ${client.orgId} order by created_at desc, id desc`.execute(
      world.owner,
    );
    const all = (await newest('all')).map((d) => d.contractId);
    expect(all[0]).toBe(own);
    expect(all).toEqual(rows.map(({ id }) => id));
    const past = await newest('past');
    expect([past.length, new Set(past.map((d) => d.stage))]).toEqual([many + 1, new Set(['done'])]);
  });

  test('keeps the place in a page although rows share their time to the microsecond', async () => {
    const page = await listDeals(world.as(client), { limit: 3 });
    const next = await listDeals(world.as(client), { limit: 3, after: page.next ?? '' });
    const both = [...page.items, ...next.items].map((d) => d.contractId);
    expect(new Set(both).size).toBe(6);
    // A cursor that no page has given begins at the start.
    expect((await listDeals(world.as(client), { limit: 3, after: 'mine~x~y' })).items).toEqual(page.items);
  });

  test('sees on its home how many deals run, up to a hundred', async () => {
    expect((await creatorHome(world.as(maker))).pipeline).toMatchObject({ active: 100, paid: 0 });
    expect((await brandHome(world.as(client))).tasks.filter((t) => t.kind === 'review')).toHaveLength(1);
  });

  test('reads its payments to the last one, whatever they share and whichever state they are in', async () => {
    await world.owner
      .updateTable('milestones')
      .set({ updated_at: new Date('2026-11-01T12:00:00Z') })
      .where('brand_org', '=', client.orgId)
      .where('state', '=', 'funded')
      .execute();
    // Times that differ by less than a millisecond.
    await sql`update milestones set updated_at = updated_at + (random() * 900)::int * interval '1 microsecond'
      where brand_org = ${client.orgId}::uuid and state = 'funded' and id <> (select min(id::text)::uuid from milestones)`.execute(
      world.owner,
    );
    const read = (input: { state: 'all' | 'held' | 'released' | 'to_approve'; q?: string }, who = client) =>
      allPages((after) => listPayments(world.as(who), { limit: 37, after, ...input }));
    const all = await read({ state: 'all' });
    expect([all.length, new Set(all.map((p) => p.milestoneId)).size]).toEqual([2 * many + 3, 2 * many + 3]);
    expect(all.map((p) => p.updatedAt.getTime())).toEqual(
      all.map((p) => p.updatedAt.getTime()).toSorted((a, b) => b - a),
    );
    expect((await read({ state: 'held' })).length).toBe(many + 2);
    expect((await read({ state: 'released' }, maker)).length).toBe(many + 1);
    expect((await read({ state: 'to_approve' })).map((p) => p.contractId)).toEqual([own]);
  });

  test('finds a payment by a text behind more rows than are compared at a time', async () => {
    const other = await createOrg(world, 'brand', 'Two thousand');
    const found = await insertDealRows(world, other, await createOrg(world, 'creator', 'Needle 100%'), 'released');
    const { contractId, milestoneId } = await insertDealRows(world, other, maker, 'released');
    await copies('milestones', milestoneId, 2_100, {
      id: `md5('behind' || k)::uuid`,
      contract_id: `'${contractId}'::uuid`,
      seq: '100 + k',
      updated_at: 'now() + make_interval(secs => k)',
    });
    const first = await listPayments(world.as(other), { state: 'all', limit: 25, q: 'needle 100%' });
    expect([first.items, first.next === null]).toEqual([[], false]);
    const all = await allPages((after) =>
      listPayments(world.as(other), { state: 'all', limit: 25, q: 'needle 100%', after }),
    );
    expect(all.map((p) => p.contractId)).toEqual([found.contractId]);
    expect(
      await allPages((after) => listPayments(world.as(other), { state: 'all', limit: 25, q: 'needle %', after })),
    ).toEqual([]);
  });

  test('counts what is open of its applications, and withdraws the oldest behind any number of newer ones', async () => {
    const first = await apply(world, maker, await liveCampaign(world, client));
    await copies('applications', first, many, {
      id: `md5('application' || k)::uuid`,
      campaign_id: `md5('campaign' || k)::uuid`,
      request_key: `'copy' || k`,
      created_at: 'now() + make_interval(secs => k)',
    });
    await copies('applications', first, many, {
      id: `md5('declined' || k)::uuid`,
      campaign_id: `md5('closed' || k)::uuid`,
      request_key: `'declined' || k`,
      state: `'declined'`,
      created_at: 'now() + make_interval(secs => k)',
    });
    expect((await creatorHome(world.as(maker))).pipeline.applied).toBe(100);
    const all = await allPages((after) => myApplications(world.as(maker), { limit: 100, after }));
    expect([all.length, all.at(-1)!.id]).toEqual([2 * many + 1, first]);
    await expect(withdrawApplication(world.as(maker), { applicationId: first })).resolves.toMatchObject({
      id: first,
      state: 'withdrawn',
    });
  });

  test('is reminded of unread applications and drafts of campaigns behind any number of newer ones', async () => {
    const campaignId = await liveCampaign(world, client, { title: 'Read the applications' });
    await apply(world, creator, campaignId);
    await copies('campaigns', campaignId, many, {
      id: `md5('market' || k)::uuid`,
      state: `'completed'`,
      request_key: `'copy' || k`,
      updated_at: 'now() + make_interval(secs => k)',
    });
    expect((await brandHome(world.as(client))).tasks).toContainEqual(
      expect.objectContaining({ kind: 'read_applications', title: 'Read the applications', count: 1 }),
    );
  });
});

test('staff read the deals, payouts and acts of an account, and the payouts of a deal, to the last one', async () => {
  const staff = world.as(await createStaff(world, 'support'));
  const [own, payee] = [
    await createOrg(world, 'brand', 'Many Deals'),
    await createOrg(world, 'creator', 'Many Payouts'),
  ];
  const { contractId, milestoneId } = await insertDealRows(world, own, payee);
  const id = newId();
  const op = { org_id: payee.orgId, state: 'done' as const, claimed_at: new Date() };
  await world.owner
    .insertInto('operations')
    .values(
      (['transfer', 'payout'] as const).map((kind) => ({
        ...op,
        op_id: `${kind}:${id}`,
        kind,
        idempotency_key: kind + id,
      })),
    )
    .execute();
  const money = { amount: 100, currency: 'EUR' as const, created_at: new Date() };
  await world.owner
    .insertInto('payouts')
    .values({
      ...money,
      id,
      org_id: payee.orgId,
      op_id: `payout:${id}`,
      request_key: id,
      state: 'failed',
      transfer_ids: [id],
    })
    .execute();
  await world.owner
    .insertInto('transfers')
    .values({
      ...money,
      id,
      op_id: `transfer:${id}`,
      milestone_id: milestoneId,
      contract_id: contractId,
      payee_org: payee.orgId,
      leg: 'creator',
      state: 'sent',
    })
    .execute();
  // Half of them share their time.
  const at = { created_at: `now() - make_interval(secs => k * (k % 2))` };
  await copies('contracts', contractId, 20, {
    id: `md5('staff' || k)::uuid`,
    offer_id: `md5('staff' || k)::uuid`,
    ...at,
  });
  const payoutIds = { id: `md5('staff payout' || k)::uuid`, op_id: `'po:' || k`, request_key: `'po:' || k` };
  await copies('payouts', id, 20, { ...payoutIds, created_at: `now() + make_interval(secs => k * (k % 2))` });
  await sql`insert into audit_log(org_id, actor_kind, action, target)
    select case when k % 3 > 0 then ${own.orgId}::uuid end, 'system', 'listed', case when k % 3 < 2 then ${`org:${own.orgId}`} else 'other' end
      from generate_series(1, 20) k`.execute(world.owner);

  const inOrder = async (table: 'contracts' | 'payouts', column: string, org: string) =>
    (
      await sql<{
        id: string;
      }>`select id from ${sql.table(table)} where ${sql.ref(column)} = ${org} order by created_at desc, id desc`.execute(
        world.owner,
      )
    ).rows.map((row) => row.id);
  const page = (after: string | undefined) => ({ limit: 6, ...(after ? { after } : {}) });
  const ofPayee = await inOrder('payouts', 'org_id', payee.orgId);
  expect(ofPayee).toHaveLength(21);
  expect((await allPages((after) => payouts(staff, { orgId: payee.orgId, ...page(after) }))).map((p) => p.id)).toEqual(
    ofPayee,
  );
  expect((await allPages((after) => payouts(staff, { contractId, ...page(after) }))).map((p) => p.id)).toEqual(ofPayee);
  expect(
    (await allPages((after) => deals(staff, { orgId: own.orgId, ...page(after) }))).map((d) => d.contractId),
  ).toEqual(await inOrder('contracts', 'brand_org', own.orgId));
  const logged = (await allPages((after) => acts(staff, { orgId: own.orgId, ...page(after) }))).map((act) => act.id);
  expect(logged).toEqual(logged.toSorted((a, b) => b - a));
  const { rows } = await sql<{ id: number }>`
    select id from audit_log where (org_id = ${own.orgId} or target = ${`org:${own.orgId}`}) order by id desc`.execute(
    world.owner,
  );
  expect(logged).toEqual(rows.map((row) => row.id));
});

describe('the market', () => {
  const titles = async (who: OrgActor, input: Partial<Parameters<typeof browseCampaigns>[1]> = {}) =>
    (await browseCampaigns(world.as(who), { limit: 25, sort: 'newest', q: 'market test', ...input })).items.map((c) =>
      c.title.replace('market test ', ''),
    );
  const summary = 'A market test of films that show how it is made, where it comes from and who makes it.';

  beforeAll(async () => {
    const publish = (title: string, patch: object = {}, by = brand) =>
      liveCampaign(world, by, { title: `market test ${title}`, summary, ...patch });
    await publish('one', {
      city: 'Lyon',
      pay: { kind: 'fixed', min: 40_000, max: 40_000 },
      applicationDeadline: inDays(9),
    });
    await publish('two', {
      city: 'Nantes',
      pay: { kind: 'range', min: 30_000, max: 90_000 },
      applicationDeadline: null,
    });
    await publish('three', {
      city: 'Lyon',
      pay: { kind: 'range', min: 30_000, max: 60_000 },
      applicationDeadline: inDays(5),
    });
    for (const [title, state] of [
      ['draft', 'draft'],
      ['scheduled', 'scheduled'],
      ['paused', 'paused'],
      ['filled', 'filled'],
      ['closed', 'closed'],
      ['cancelled', 'cancelled'],
    ] as const) {
      await world.owner
        .updateTable('campaigns')
        .set({ state })
        .where('id', '=', await publish(title))
        .execute();
    }
    const suspended = await createOrg(world, 'brand', 'On hold');
    await publish('on hold', {}, suspended);
    await world.owner.updateTable('orgs').set({ suspended_at: new Date() }).where('id', '=', suspended.orgId).execute();
    const past = await publish('past its last day');
    await world.owner
      .updateTable('campaigns')
      .set({ application_deadline: new Date(Date.now() - 1_000) })
      .where('id', '=', past)
      .execute();
  }, 60_000);

  test('shows what takes applications and nothing else: no draft, no other state, no brand on hold, nothing past its last day', async () => {
    for (const sort of ['newest', 'pay', 'deadline'] as const)
      expect((await titles(creator, { sort })).toSorted()).toEqual(['one', 'three', 'two']);
    expect((await titles(brand)).toSorted(), 'nor its own brand').toEqual(['one', 'three', 'two']);
  });

  test('has its three orders, page by page without a gap or a repetition', async () => {
    const orders = { newest: ['three', 'two', 'one'], pay: ['two', 'three', 'one'], deadline: ['three', 'one', 'two'] };
    for (const sort of ['newest', 'pay', 'deadline'] as const) {
      expect([sort, await titles(creator, { sort })]).toEqual([sort, orders[sort]]);
      const paged: string[] = [];
      let after: string | undefined;
      do {
        const page = await browseCampaigns(world.as(creator), {
          limit: 1,
          sort,
          q: 'market test',
          ...(after ? { after } : {}),
        });
        paged.push(...page.items.map((c) => c.title.replace('market test ', '')));
        after = page.next ?? undefined;
      } while (after);
      expect([sort, paged]).toEqual([sort, orders[sort]]);
    }
  });

  test('is filtered by words, city, platform, niche, pay in a currency, saved and not applied to', async () => {
    expect(await titles(creator, { city: 'lyon', sort: 'pay' })).toEqual(['three', 'one']);
    expect(await titles(creator, { currency: 'EUR', payMin: 60_000, sort: 'pay' })).toEqual(['two', 'three']);
    expect(await titles(creator, { currency: 'USD' })).toEqual([]);
    expect(await titles(creator, { q: 'MARKET TEST tw' })).toEqual(['two']);
    expect(await titles(creator, { q: 'market_test' }), "a pattern's signs are letters here").toEqual([]);
    const { platforms, niches } = (
      await browseCampaigns(world.as(creator), { limit: 1, sort: 'newest', q: 'market test' })
    ).items[0]!;
    expect(await titles(creator, { platform: platforms[0] as 'instagram', niche: niches[0] as 'food' })).toEqual([
      'three',
      'two',
      'one',
    ]);
    expect(await titles(creator, { niche: 'outdoors' })).toEqual([]);
    expect(await titles(creator, { niche: 'noSuchNiche' })).toEqual([]);
    await sql`update campaigns set wanted = jsonb_set(wanted, '{niches}', '["dogs"]') where title ilike '%market test two%'`.execute(
      world.owner,
    );
    expect(await titles(creator, { niche: 'pets' }), 'a group finds its members').toEqual(['two']);
    expect(await titles(creator, { niche: 'cats' })).toEqual([]);
    expect(await titles(creator, { saved: true })).toEqual([]);
    const {
      items: [first],
    } = await browseCampaigns(world.as(creator), { limit: 1, sort: 'newest', q: 'market test' });
    await apply(world, creator, first!.id, 40_000);
    expect(await titles(creator, { notApplied: true })).toEqual(['two', 'one']);
  });

  test('takes any cursor that a reader may make up', async () => {
    for (const key of ['Infinity', '99999999999999999999', '-99999999999999999999', '1.5', '0']) {
      for (const sort of ['newest', 'pay', 'deadline'] as const)
        await expect(titles(creator, { sort, after: `${key}~${newId()}` })).resolves.toBeInstanceOf(Array);
    }
  });

  describe('with 20,000 live campaigns', () => {
    beforeAll(async () => {
      const model = await liveCampaign(world, brand, {
        title: 'Autumn menu',
        summary: 'Films that show how it is made, where it comes from and who makes it.',
      });
      const one = (values: readonly string[], n: string): string =>
        `(array[${values.map((v) => `'${v}'`).join(', ')}])[1 + (${n}) % ${values.length}]`;
      await copies('campaigns', model, 20_000, {
        id: `md5('many' || k)::uuid`,
        request_key: `'many' || k`,
        title: `'Autumn menu ' || k || case when k % 500 = 0 then ' harbour' else '' end`,
        city: one(['Paris', 'Lyon', 'Marseille', 'Lille', 'Nantes'], 'k'),
        currency: one(['EUR', 'EUR', 'USD'], 'k'),
        pay: `jsonb_build_object('kind', 'fixed', 'min', 10000 + k, 'max', 10000 + k)`,
        wanted: `t.wanted || jsonb_build_object('niches', jsonb_build_array(${one(['food', 'coffee', 'fashion', 'beauty', 'travel', 'music'], 'k / 7')}))`,
        application_deadline: `now() + make_interval(mins => 100 + k)`,
        summary: `'Films'`,
        product: `'Tea'`,
        published_at: `now() - make_interval(mins => k)`,
      });
      await world.owner.transaction().execute(async (tx) => {
        // Statistics are the table owner's to take.
        await sql`set local role sponsio_owner`.execute(tx);
        await sql`analyze campaigns`.execute(tx);
      });
    }, 120_000);

    /** Rows of campaigns that a call reads, and whether it read the table from end to end. */
    const readsOf = (input: Partial<Parameters<typeof browseCampaigns>[1]>) =>
      withTx(world.as(creator), async (tx) => {
        const readPages = async () =>
          (
            await sql<{
              fetched: number;
              scans: number;
            }>`select idx_tup_fetch as fetched, seq_scan as scans from pg_stat_xact_user_tables where relname = 'campaigns'`.execute(
              tx.db,
            )
          ).rows[0]!;
        const before = await readPages();
        const page = await browseCampaigns(tx, { limit: 25, sort: 'newest', ...input });
        const after = await readPages();
        return {
          items: page.items,
          next: page.next,
          fetched: after.fetched - before.fetched,
          scans: after.scans - before.scans,
        };
      });

    test('a page is read from the index of its order, each row once, also the tenth page', async () => {
      for (const sort of ['newest', 'pay', 'deadline'] as const) {
        let after: string | undefined;
        for (let n = 1; n <= 10; n += 1) {
          const page = await readsOf({ sort, ...(after ? { after } : {}) });
          expect([sort, n, page.items.length, page.scans]).toEqual([sort, n, 25, 0]);
          expect(page.fetched, `${sort}, page ${n}`).toBeLessThan(300);
          after = page.next ?? undefined;
        }
      }
    });

    test('a page with filters reads a bounded number of campaigns, however much or little they match', async () => {
      for (const sort of ['newest', 'pay', 'deadline'] as const) {
        for (const filter of [
          { city: 'lyon' },
          { niche: 'music' as const },
          { platform: 'instagram' as const, niche: 'travel' as const, city: 'nantes' },
          { currency: 'USD' as const, payMin: 29_000 },
          { q: 'harbour' },
          { q: 'menu' },
          { q: 'zebra crossing' },
          { q: 'menu 777', city: 'lille', currency: 'EUR' as const },
          { saved: true },
          { notApplied: true },
        ]) {
          const page = await readsOf({ sort, ...filter });
          expect([sort, filter, page.scans]).toEqual([sort, filter, 0]);
          expect(page.fetched, `${sort} ${JSON.stringify(filter)}`).toBeLessThan(5_000);
        }
      }
    });

    test('a page with filters is the one that looking at every campaign would give', async () => {
      for (const sort of ['newest', 'pay', 'deadline'] as const) {
        for (const filter of [
          { city: 'lyon', niche: 'music' as const },
          { q: 'harbour' },
          { q: 'menu 777' },
          { currency: 'USD' as const, payMin: 29_500 },
        ]) {
          const { items } = await readsOf({ sort, ...filter });
          const all = await sql<{ id: string }>`
            select id from campaigns where state = 'live' and coalesce(application_deadline, 'infinity') > now()
              and city ilike ${filter.city ?? '%'} and (${filter.niche ?? null}::text is null or wanted->'niches' ? ${filter.niche ?? ''}) and title ilike ${`%${filter.q ?? ''}%`}
              and currency like ${filter.currency ?? '%'} and (pay->>'max')::bigint >= ${filter.payMin ?? 0}
              and brand_org not in (select id from orgs where suspended_at is not null)
              order by ${sql.raw({ newest: 'published_at desc, id desc', pay: `(pay->>'max')::bigint desc, id desc`, deadline: `coalesce(application_deadline, 'infinity'), id` }[sort])} limit 25`.execute(
            world.owner,
          );
          expect([sort, filter, items.map((c) => c.id)]).toEqual([sort, filter, all.rows.map((row) => row.id)]);
        }
      }
    });
  });

  test('returns its ids to signed-in users of the application only', async () => {
    const statement = sql`select * from market_page('newest', null, null, 50, now(), null, null, null, null, null, null, false, false)`;
    for (const actor of [{ kind: 'anonymous' }, { kind: 'system', name: 'webhook' }] as const) {
      expect((await withTx(world.as(actor), ({ db }) => statement.execute(db))).rows).toEqual([]);
    }
    await expect(statement.execute(world.worker)).rejects.toMatchObject({ code: '42501' });
  });
});
