import pg from 'pg';
import { createDb, createPool } from '../db/client.ts';
import { countOf, readFlags } from '../scripts/lib/flags.ts';
import { withThrowawayPostgres } from '../scripts/stack/throwaway-postgres.ts';
import { loadBrand, paymentReads, POSTINGS_OF_DEAL } from './lib/brand-payments.ts';
import { inTurns, row } from './lib/load.ts';
import { beginMeasurement, RECORD, RECORD_HELP } from './lib/measurement.ts';
import { BRAND } from './lib/released-deals.ts';

const { values } = readFlags({
  options: {
    clients: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '4' },
    postings: { type: 'string', default: '100000' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run bench:payments -- [--clients 4] [--seconds 4] [--postings 100000] [--record]

Loads a throw-away database with a brand of so many postings, five for each of its deals, and calls the services behind
/payments as the application's role, so many clients at once, in turns of two seconds. Beside them a bare query in the same
run: the newest 26 milestones of the brand without row security. The bar: p95 below 100 ms for each read. ${RECORD_HELP}`);
  process.exit(0);
}
const clients = countOf('clients', values.clients);
const seconds = countOf('seconds', values.seconds);
const deals = Math.ceil(countOf('postings', values.postings) / POSTINGS_OF_DEAL);

const measurement = await beginMeasurement('bench:payments', values.record);
await withThrowawayPostgres(async (urls) => {
  const superuser = new URL(urls.adminUrl);
  superuser.pathname = new URL(urls.DATABASE_OWNER_URL).pathname;
  const bare = new pg.Pool({ connectionString: superuser.href, max: clients });
  // When a measurement fails, the server ends while this pool is still connected.
  bare.on('error', () => {});
  const loader = await bare.connect();
  await loader.query('set session_replication_role = replica');
  await loadBrand((text) => loader.query(text), deals);
  await loader.query('vacuum analyze');
  loader.release();

  const db = createDb(createPool(urls.DATABASE_URL, { max: clients }));
  const reads = paymentReads(db, deals);
  // Once each, so that no measured call opens a connection.
  for (const read of Object.values(reads)) await read(0);
  const results = await inTurns(clients, seconds, {
    ...Object.fromEntries(
      Object.entries(reads).map(([name, read]) => [
        name,
        async (lane: number, n: number) => void (await read(lane * 1_009 + n)),
      ]),
    ),
    'bare: newest 26 milestones of the brand': async () =>
      void (await bare.query({
        name: 'bare',
        text: 'select id, title, amount, state from milestones where brand_org = $1 order by updated_at desc, id desc limit 26',
        values: [BRAND],
      })),
  });
  await db.destroy();
  await bare.end();
  for (const [name, result] of Object.entries(results)) {
    console.log(row(name, result));
    measurement.figure(`${name}, p95`, result.p95, { unit: 'ms', ...(name in reads ? { atMost: 100 } : {}) });
  }
});
process.exit(await measurement.end());
