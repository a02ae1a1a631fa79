import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantedCents, withCents } from '../../../../bench/lib/planted-cents.ts';
import { ENTRIES_OF_DEAL, loadLedger, providerOf } from '../../../../bench/lib/released-deals.ts';
import { createDb, createPool, type Db } from '../../../../db/client.ts';
import { reconcile, type LinesOfProvider } from '../../../../server/features/money-check/stored-lines/compare.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/services.ts';

const DEALS = Math.ceil(10_000 / ENTRIES_OF_DEAL);
let database: TestDatabase;
let db: Db;
let client: pg.Client;
const run = (text: string) => client.query(text);

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.adminUrl.replace(/\/[^/]*$/, `/${database.name}`) });
  await client.connect();
  await run('set session_replication_role = replica');
  await loadLedger(run, DEALS);
  db = createDb(createPool(database.DATABASE_WORKER_URL, { max: 2 }));
}, 60_000);
afterAll(async () => {
  await client.end();
  await db.destroy();
  await database.drop();
});

const compared = (provider: LinesOfProvider, whole: boolean) =>
  reconcile(db, { provider, now: () => new Date(), whole, retries: { times: 1, pauseMs: 0 } });

test('among 10,000 entries and their lines, five cents are named, and nothing else', async () => {
  const provider = providerOf(DEALS, 0);
  const clean = await compared(provider, false);
  expect([clean.linesStored, clean.found]).toEqual([2 * DEALS, 0]);
  const cents = plantedCents(DEALS, 5);
  for (const cent of cents) await cent.ours?.(run);
  const { differences, found } = await compared(withCents(provider, cents), true);
  expect(differences.map((d) => [d.kind, d.lineId, Math.abs((d.theirs ?? 0) - (d.ours ?? 0))]).toSorted()).toEqual(
    cents.map((cent) => [cent.kind, cent.named, 1]).toSorted(),
  );
  expect(found).toBe(5);
});
