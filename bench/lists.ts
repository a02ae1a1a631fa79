import pg from 'pg';
import { createDb, createPool } from '../db/client.ts';
import { countOf, readFlags } from '../scripts/lib/flags.ts';
import { asMaintenance } from '../scripts/stack/postgres-roles.ts';
import { withThrowawayPostgres } from '../scripts/stack/throwaway-postgres.ts';
import { loadConversationLists } from './lib/lists-data-of-conversations.ts';
import { loadLists } from './lib/lists-data.ts';
import { listWorks } from './lib/lists-works.ts';
import { inTurns, row, type LoadResult } from './lib/load.ts';
import { beginMeasurement, median, RECORD, RECORD_HELP } from './lib/measurement.ts';

const { values } = readFlags({
  options: {
    clients: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '2' },
    campaigns: { type: 'string', default: '100000' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run bench:lists -- [--clients 4] [--seconds 2] [--campaigns 100000] [--record]

Loads a throw-away database (as sponsio_maintenance) with that many campaigns, half of them live, as many offers, contracts
with a milestone and applications, conversations, ads, visits, recipients of outreach, imports and orders, half as many payments,
transfers, payouts and accepted works, spread over 2,000 brands and 4,000 creators, one of each holding a tenth of all; then calls
the services behind the lists as the application's role, so many clients at once, in turns of two seconds. Beside them a bare
query in the same run: the newest 26 live campaigns without row security. The books are empty: balances are looked up and
found to be nothing. Three rounds of --seconds a list; the median counts. One round before it over a tenth of the rows. The bars:
p95 below 100 ms for each list, and at most twice the time of a tenth of the rows.
${RECORD_HELP}`);
  process.exit(0);
}
const clients = countOf('clients', values.clients);
const seconds = countOf('seconds', values.seconds);
const size = countOf('campaigns', values.campaigns);

const measurement = await beginMeasurement('bench:lists', values.record);

/** Milliseconds of each list over that many rows: the median of the rounds. */
async function measureAt(size: number, rounds: number): Promise<Map<string, { p50: number; p95: number }>> {
  const found = new Map<string, { p50: number; p95: number }>();
  await withThrowawayPostgres(
    async (urls) => {
      const bare = new pg.Pool({ connectionString: asMaintenance(urls.DATABASE_OWNER_URL), max: clients });
      // When a measurement fails, the server ends while this pool is still connected.
      bare.on('error', () => {});
      const pool = createPool(urls.DATABASE_URL, { max: clients });
      const db = createDb(pool);
      const started = performance.now();
      await loadLists(bare, size);
      await loadConversationLists(bare, size);
      console.log(`loaded ${size} rows of each kind in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);

      const works = await listWorks(db, bare);
      // Once each, so that no measured call opens a connection.
      for (const work of Object.values(works)) await work(0, 0);
      const measured = Object.fromEntries(
        Object.entries(works).map(([name, work]) => [
          name,
          async (lane: number, n: number) => void (await work(lane, n)),
        ]),
      );
      const results: Record<string, LoadResult>[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const result = await inTurns(clients, seconds, measured);
        for (const [name, one] of Object.entries(result)) console.log(row(name, one));
        console.log('');
        results.push(result);
      }
      for (const name of Object.keys(works))
        found.set(name, {
          p50: median(results.map((result) => result[name]!.p50)),
          p95: median(results.map((result) => result[name]!.p95)),
        });
      await db.destroy();
      await bare.end();
    },
    { durable: true },
  );
  return found;
}

const few = await measureAt(Math.ceil(size / 10), 1);
const many = await measureAt(size, 3);
const lists = [...many.keys()].filter((name) => !name.startsWith('bare'));
const slowest = lists.reduce((a, b) => (many.get(b)!.p95 > many.get(a)!.p95 ? b : a));
measurement.figure(`slowest list, p95 (${slowest})`, many.get(slowest)!.p95, { unit: 'ms', atMost: 100 });
for (const [name, { p95 }] of many)
  measurement.figure(`${name}, p95`, p95, { unit: 'ms', ...(lists.includes(name) ? { atMost: 100 } : {}) });
for (const name of lists)
  measurement.figure(`${name}, median, times that of a tenth of the rows`, many.get(name)!.p50 / few.get(name)!.p50, {
    unit: '×',
    atMost: 2,
  });
process.exit(await measurement.end());
