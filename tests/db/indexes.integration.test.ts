import { CompiledQuery, Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConversationLists, LONG } from '../../bench/lib/lists-data-of-conversations.ts';
import { loadLists, orgOf } from '../../bench/lib/lists-data.ts';
import { createDb, createPool, setIdentity } from '../../db/client.ts';
import type { DB } from '../../db/types.ts';
import { columnTypes } from '../../scripts/lib/generated-types.ts';
import { asMaintenance } from '../../scripts/stack/postgres-roles.ts';
import type { OrgActor, StaffActor } from '../../server/context.ts';
import { createTestWorld, type TestWorld } from '../support/people.ts';
import { callProcedure } from '../support/procedures.ts';
import { loadStaffLists, LONG_CAMPAIGN, LONG_THREAD } from '../support/staff-lists-data.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await createTestWorld('indexes');
});
afterAll(() => world?.close());

/** Rows that many others belong to, and are queried by. */
const OWNERS = ['campaigns', 'applications', 'offers', 'contracts', 'milestones', 'submissions', 'payments', 'payouts'];
/** Foreign keys that no query reads from this side, with the reason. */
const NOT_ASKED: Record<string, string> = {
  'offers.campaign_id': 'offers are found by their application',
  'saved_campaigns.campaign_id': 'found by whoever saved it',
  'operations.milestone_id': 'found by the id of the operation',
  'operations.contract_id': 'found by the id of the operation',
  'transfers.contract_id': 'found by the milestone',
  'escrow_events.milestone_id': 'the timeline is read by contract',
  'outreach_sequences.campaign_id': 'sequences are found by their org',
};

test('what belongs to a campaign, a deal, a milestone or a payment is found by an index, not by a scan', async () => {
  const { rows } = await sql<{ column: string }>`
    select c.conrelid::regclass || '.' || a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confrelid::regclass::text = any(${OWNERS}::text[])
        and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
      order by 1`.execute(world.owner);
  expect(rows.map((r) => r.column)).toEqual(Object.keys(NOT_ASKED).toSorted());
});

test("a party's deals are found by an index, whichever side it is on", async () => {
  for (const table of ['offers', 'contracts', 'milestones']) {
    const { rows } = await sql<{ column: string }>`
      select a.attname as column from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] where i.indrelid = ${table}::regclass`.execute(
      world.owner,
    );
    expect(rows.map((r) => r.column)).toEqual(expect.arrayContaining(['brand_org', 'creator_org', 'agency_org']));
  }
});

test('every column with a closed set of values, and every currency, has a type of its own that agrees with the column', async () => {
  const types = await columnTypes();
  const { rows } = await sql<{ column: string; nullable: boolean; generated: boolean; checks: string | null }>`
    select c.relname || '.' || a.attname as column, not a.attnotnull as nullable, a.atthasdef as generated,
      (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
         where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely%'
      and a.attnum > 0 and not a.attisdropped`.execute(world.owner);
  const literals = (text: string) => (text.match(/(?<=')\w+(?=')/g) ?? []).toSorted().join();
  const columns = new Map(
    rows.map((r) => [
      r.column,
      { ...r, values: / = ANY \(+ARRAY\[/.test(r.checks ?? '') ? literals(r.checks!) : null },
    ]),
  );
  const closed = [...columns.values()].filter((c) => c.values !== null || c.column.endsWith('currency'));
  expect(closed.length).toBeGreaterThan(70);
  expect(closed.map((c) => c.column).filter((name) => !types[name])).toEqual([]);
  const wrong = Object.entries(types).filter(([name, type]) => {
    const column = columns.get(name);
    const inner = type.replace(/^Generated<(.*)>$/, '$1');
    return (
      !column ||
      column.nullable !== inner.endsWith('| null') ||
      column.generated !== type.startsWith('Generated<') ||
      // A set of one value is written as an equation.
      (inner.startsWith("'") && literals(inner) !== (column.values ?? literals(column.checks ?? '')))
    );
  });
  expect(wrong).toEqual([]);
});

/** Lists and home pages, by the kind of org that reads them, with the inputs that lead to different statements. */
const LISTS: Record<'brand' | 'creator', Record<string, (object | undefined)[]>> = {
  brand: {
    'ads.counts': [undefined],
    'ads.mine': [{}],
    'ads.tile': [undefined],
    'campaigns.list': [undefined],
    'home.brand': [undefined],
    'imports.list': [{}],
    'imports.people': [{}],
    'outreach.list': [{}],
    'outreach.suppressions': [{}],
    'packages.orders': [{}],
    'payments.summary': [undefined],
  },
  creator: {
    'ads.browse': [{ sort: 'newest' }],
    'ads.sent': [{}],
    'brands.list': [{}],
    'campaigns.browse': [{}, { sort: 'pay' }, { sort: 'deadline' }, { niche: 'music', q: 'menu' }, { saved: true }],
    'campaigns.myApplications': [undefined],
    'home.creator': [undefined],
    'payouts.earnings': [{}],
    'payouts.list': [{}],
    'payouts.overview': [undefined],
    'representations.acts': [{}],
    'representations.list': [{}, { state: 'ended' }],
    'representations.requests': [{}],
  },
};
const OF_BOTH: Record<string, (object | undefined)[]> = {
  'content.approved': [{}],
  'content.queue': [undefined],
  'contracts.list': [{}, { state: 'open' }, { state: 'active' }],
  'conversations.list': [{}, { folder: 'unread' }],
  'documents.list': [{}],
  'documents.months': [undefined],
  'escrow.list': [undefined],
  'find.records': [{ text: 'Autumn' }],
  'notifications.list': [{}],
  'notifications.unread': [undefined],
  'offers.list': [{}, { box: 'in' }],
  'payments.list': [{}],
  'visits.upcoming': [{}],
};
/** Lists of staff, and what staff read of an account and a deal. */
const OF_STAFF: Record<string, (object | undefined)[]> = {
  'approvals.pending': [{}],
  'cases.list': [{}, { state: 'closed' }, { kind: 'help' }],
  'help.open': [{}],
  'notifications.undeliveredMails': [undefined],
  'operations.open': [undefined],
  'operators.account': [{ orgId: orgOf('brand', 0) }, { orgId: orgOf('creator', 0) }],
  'operators.acts': [{ orgId: orgOf('brand', 0) }, { orgId: orgOf('creator', 0) }],
  'operators.bank': [{}],
  'operators.deal': [{ contractId: LONG_THREAD }],
  'operators.deals': [{ orgId: orgOf('brand', 0) }, { orgId: orgOf('creator', 0) }],
  'operators.feeCaps': [{}],
  'operators.held': [{}],
  'operators.payouts': [{ orgId: orgOf('creator', 0) }, { contractId: LONG_THREAD }],
  'outbox.deadLetters': [undefined],
  'platform.workflows': [undefined],
};
/** Lists within one record of the first brand. */
const OF_LONG_RECORDS: Record<string, (object | undefined)[]> = {
  'campaigns.applicants': [{ campaignId: LONG_CAMPAIGN }],
  'campaigns.detail': [{ campaignId: LONG_CAMPAIGN }],
  'messages.list': [{ contractId: LONG_THREAD }],
};
const OF_LONG_LISTS: Record<string, object[]> = {
  'ads.replies': [{ adId: LONG.ad }],
  'conversations.entries': [{ conversationId: LONG.conversation }],
  'imports.merges': [{ importId: LONG.import }],
  'imports.people': [{ importId: LONG.import }],
  'imports.refusedRows': [{ importId: LONG.import }],
  'outreach.recipients': [{ sequenceId: LONG.sequence }],
};
/** Rows of a table that counts as large; a scan that reads half as many is reported. */
const LARGE = 10_000;

/** A page with what belongs to it. The large orgs have 500 rows and more in each list. */
const MAX_READ = 450;
/** Procedures that read more rows, of one table where it is named, with the reason. */
const READS_MORE: Record<string, string> = {
  'campaigns.browse campaigns': 'a search among the live campaigns of all brands',
  'documents.months documents': 'a hundred of each month and side are counted',
  'find.records': 'a search among the rows of the org',
  'home.brand applications': 'a hundred of each campaign with unread applications are counted',
  'outreach.list outreach_recipients': 'a sequence has at most a thousand, which are counted',
  'payouts.overview payouts': 'the sums of twelve months, 200 earnings and 50 payouts',
  'payouts.overview transfers': '200 earnings and 50 payouts',
  'visits.upcoming visits': 'who booked a slot reads it: its policy looks up the bookings of the creator',
};
/** Of these, the large orgs have a tenth as well. */
const CONVERSATIONS = 6_000;
/** Statements get their names with the second call, and may get one plan for all values after five more. */
const CALLS_BEFORE = 8;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}
/** Sequential scans that went on: `exists` ends at the first row. */
const scansOf = (node: PlanNode): string[] => {
  const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const own = node['Node Type'] === 'Seq Scan' && read >= LARGE / 2 ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
};

/**
 * Vacuums until pages are marked visible to all, as autovacuum does over time: an older snapshot of another test keeps
 * them from it, and an index alone then answers nothing.
 */
async function allVisible(ownerUrl: string): Promise<void> {
  const owner = createPool(ownerUrl, { max: 1, statementTimeoutMs: 120_000 });
  try {
    for (let n = 0; n < 20; n += 1) {
      const { rows } = await owner.query<{ share: number }>(
        `select coalesce(min(relallvisible::float / nullif(relpages, 0)), 1) as share from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= $1`,
        [LARGE],
      );
      if (rows[0]!.share > 0.9) return;
      await new Promise((resolve) => setTimeout(resolve, 500));
      await owner.query('vacuum analyze');
    }
  } finally {
    await owner.end();
  }
}

test(
  'no list reads a large table from end to end, or more of it than a page, at 20,000 rows and under row security',
  { timeout: 240_000 },
  async () => {
    const own = await createTestWorld('plans');
    const statements: CompiledQuery[] = [];
    const pool = createPool(own.database.DATABASE_URL, { max: 1 });
    const namedPool = createPool(own.database.DATABASE_URL, { max: 1 });
    const named = createDb(namedPool);
    const app = new Kysely<DB>({
      dialect: new PostgresDialect({ pool }),
      log: (event) => void (event.level === 'query' && statements.push(event.query as CompiledQuery)),
    });
    const maintenance = createPool(asMaintenance(own.database.DATABASE_OWNER_URL), {
      max: 1,
      statementTimeoutMs: 120_000,
    });
    try {
      await loadLists(maintenance, 20_000);
      await loadStaffLists(maintenance, 20_000);
      await loadConversationLists(maintenance, CONVERSATIONS);
      await allVisible(own.database.DATABASE_OWNER_URL);
      const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= ${LARGE}`.execute(
        own.owner,
      );
      const large = new Set(tables.map((t) => t.name));
      expect([...large]).toEqual(
        expect.arrayContaining(['applications', 'campaigns', 'contracts', 'milestones', 'offers']),
      );
      const readOfTables = async (count: RawBuilder<number>) => {
        const { rows } = await sql<{ name: string; rows: number }>`
        select s.relname as name, ${count} as rows from pg_stat_user_tables s join pg_class c on c.oid = s.relid
         where c.reltuples >= ${CONVERSATIONS * 0.9}`.execute(own.owner);
        return new Map(rows.map((r) => [r.name, r.rows]));
      };
      /**
       * Has a connection report what it read so far. By itself it does so at most once a second, and up to ten seconds
       * after its last statement: within the readings of another one.
       */
      const reportReads = async (db: Kysely<DB>) => {
        await sql`select pg_stat_force_next_flush()`.execute(db);
        await sql`select 1`.execute(db);
      };
      const readByScans = () => readOfTables(sql<number>`seq_tup_read`);
      const before = await readByScans();

      const found: string[] = [];
      const world: TestWorld = { ...own, as: (who, options) => ({ ...own.as(who, options), db: app }) };
      const readAs = async (
        name: string,
        actor: OrgActor | StaffActor,
        lists: Record<string, (object | undefined)[]>,
      ) => {
        const identity =
          actor.kind === 'org'
            ? { user: actor.userId, org: actor.orgId, kind: actor.orgKind }
            : { user: actor.userId, org: '', kind: 'staff' };
        for (const [path, inputs] of Object.entries(lists))
          for (const input of inputs) {
            statements.length = 0;
            await callProcedure(world, path, actor, input);
            const read = statements.filter(
              (s) => /^(?:select|with)\b/i.test(s.sql.trim()) && !s.sql.includes('set_config'),
            );
            await app.transaction().execute(async (tx) => {
              await setIdentity(tx, identity);
              for (const { sql: text, parameters } of read) {
                const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
                  CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, [...parameters]),
                );
                for (const table of scansOf(rows[0]!['QUERY PLAN'][0]!.Plan).filter((one) => large.has(one)))
                  found.push(`${path} ${JSON.stringify(input ?? {})} as ${name}: ${table} in ${text.slice(0, 200)}`);
              }
            });
          }
      };
      const reads: string[] = [];
      const namedWorld: TestWorld = { ...own, as: (who, options) => ({ ...own.as(who, options), db: named }) };
      const readRows = async () => {
        await reportReads(named);
        return readOfTables(sql<number>`coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)`);
      };
      /** Reports what a list reads of a table, as the application's pool sends its statements. */
      const countReads = async (actor: OrgActor, lists: Record<string, (object | undefined)[]>) => {
        // What the other connection read before would else be counted here, whenever its server process reports it.
        await sql`select pg_stat_force_next_flush()`.execute(app);
        await sql`select 1`.execute(app);
        await reportReads(app);
        for (const [path, inputs] of Object.entries(lists))
          for (const input of inputs) {
            for (let n = 0; n < CALLS_BEFORE; n += 1) await callProcedure(namedWorld, path, actor, input);
            const first = await readRows();
            await callProcedure(namedWorld, path, actor, input);
            for (const [table, rows] of await readRows()) {
              const read = rows - (first.get(table) ?? 0);
              if (read > MAX_READ && !READS_MORE[`${path} ${table}`] && !READS_MORE[path])
                reads.push(`${path} ${JSON.stringify(input ?? {})} as ${actor.orgKind}: ${read} rows of ${table}`);
            }
          }
      };
      for (const kind of ['brand', 'creator'] as const)
        // The first org of each kind has a tenth of all rows.
        for (const n of [0, 7]) {
          const actor: OrgActor = {
            kind: 'org',
            userId: `${kind}-${n}`,
            name: 'Reader',
            email: `${kind}${n}@test.example`,
            emailVerified: true,
            sessionId: 'plans',
            orgId: orgOf(kind, n),
            orgKind: kind,
            role: 'owner',
          };
          await readAs(`${kind} ${n}`, actor, { ...OF_BOTH, ...LISTS[kind] });
          if (n === 0)
            await countReads(actor, { ...OF_BOTH, ...LISTS[kind], ...(kind === 'brand' ? OF_LONG_LISTS : {}) });
          if (kind === 'brand' && n === 0) await readAs('brand 0', actor, OF_LONG_RECORDS);
        }
      await readAs(
        'staff',
        { kind: 'staff', userId: 'staff', name: 'Sam', role: 'super', sessionId: 'plans' },
        OF_STAFF,
      );
      expect([...new Set(found)]).toEqual([]);
      expect(reads).toEqual([]);
      // Statements within functions have no plan here; what their scans read is counted.
      await reportReads(app);
      const after = await readByScans();
      expect(
        [...after].filter(([name, rows]) => large.has(name) && rows - (before.get(name) ?? 0) >= LARGE / 2),
      ).toEqual([]);
    } finally {
      await app.destroy();
      await named.destroy();
      await maintenance.end();
      await own.close();
    }
  },
);
