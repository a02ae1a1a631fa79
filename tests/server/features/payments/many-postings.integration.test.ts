import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { loadBrand, paymentReads, POSTINGS_OF_DEAL } from '../../../../bench/lib/brand-payments.ts';
import { BRAND } from '../../../../bench/lib/released-deals.ts';
import { createPool, setIdentity } from '../../../../db/client.ts';
import type { DB } from '../../../../db/types.ts';
import { createTestDatabase } from '../../../support/services.ts';

const DEALS = 5_000 / POSTINGS_OF_DEAL;
/** Rows of the smallest table that each deal has one of. */
const LARGE = DEALS;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}
const scansOf = (node: PlanNode): string[] => {
  const read = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  const own = node['Node Type'] === 'Seq Scan' && read >= LARGE / 2 ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
};

test('no read of a brand with 5,000 postings scans a table from end to end', { timeout: 120_000 }, async () => {
  const database = await createTestDatabase('postings');
  const client = new pg.Client({ connectionString: database.adminUrl.replace(/\/[^/]*$/, `/${database.name}`) });
  await client.connect();
  const pool = createPool(database.DATABASE_URL, { max: 1 });
  const statements: CompiledQuery[] = [];
  const app = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void (event.level === 'query' && statements.push(event.query as CompiledQuery)),
  });
  try {
    await client.query('set session_replication_role = replica');
    await loadBrand((text) => client.query(text), DEALS);
    await client.query('vacuum analyze');
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= $1`,
      [LARGE],
    );
    const large = new Set(tables.map((table) => table.name));
    expect([...large]).toEqual(expect.arrayContaining(['ledger_entries', 'ledger_tx', 'milestones', 'payments']));
    const found: string[] = [];
    for (const [name, read] of Object.entries(paymentReads(app, DEALS))) {
      statements.length = 0;
      await read(7);
      const reads = statements.filter((s) => /^(?:select|with)\b/i.test(s.sql.trim()) && !s.sql.includes('set_config'));
      await app.transaction().execute(async (tx) => {
        await setIdentity(tx, { user: 'b', org: BRAND, kind: 'brand' });
        for (const { sql: text, parameters } of reads) {
          const { rows } = await tx.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
            CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, [...parameters]),
          );
          for (const table of scansOf(rows[0]!['QUERY PLAN'][0]!.Plan).filter((one) => large.has(one)))
            found.push(`${name}: ${table} in ${text.slice(0, 160)}`);
        }
      });
    }
    expect(found).toEqual([]);
  } finally {
    await app.destroy();
    await client.end();
    await database.drop();
  }
});
