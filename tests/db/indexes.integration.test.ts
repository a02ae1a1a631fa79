import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestWorld, type TestWorld } from '../support/people.ts';

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
  const config = JSON.parse(readFileSync('.kysely-codegenrc.json', 'utf8')) as {
    overrides: { columns: Record<string, string> };
  };
  const types = config.overrides.columns;
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
      (inner.startsWith("'") && literals(inner) !== column.values)
    );
  });
  expect(wrong).toEqual([]);
});
