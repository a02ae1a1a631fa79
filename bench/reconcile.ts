import pg from 'pg';
import { createDb, createPool } from '../db/client.ts';
import { countOf, readFlags } from '../scripts/lib/flags.ts';
import { withThrowawayPostgres } from '../scripts/stack/throwaway-postgres.ts';
import { reconcile, type LinesOfProvider } from '../server/features/money-check/stored-lines/compare.ts';
import { beginMeasurement, RECORD, RECORD_HELP } from './lib/measurement.ts';
import { plantedCents, withCents } from './lib/planted-cents.ts';
import { ENTRIES_OF_DEAL, loadLedger, providerOf } from './lib/released-deals.ts';

const { values } = readFlags({
  options: {
    entries: { type: 'string', default: '1000000' },
    cents: { type: 'string', default: '20' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run bench:reconcile -- [--entries 1000000] [--cents 20] [--record]

Loads the postings of released deals into a throw-away database, in bulk, and a provider that answers with the lines which
they mirror, as pages of a memory array. Then the books are reconciled as the worker does: once from nothing, so that every
line is stored and matched; once more, when all is stored; and once with single cents planted in lines and postings.
Beside it, the bare SQL full join of both sides, which stores, pages and names nothing.
The bars: 60 seconds for the first run, no difference in clean books, and every planted cent named. ${RECORD_HELP}`);
  process.exit(0);
}
const deals = Math.ceil(countOf('entries', values.entries) / ENTRIES_OF_DEAL);
const cents = plantedCents(deals, countOf('cents', values.cents));

const FULL_JOIN = `
  select count(*)::int as differing from provider_lines l
  full join (
    select t.provider_ref as ref, sum(e.debit - e.credit) as moved
      from (select id, provider_ref from ledger_tx where provider_ref is not null
            union all select f.id, c.provider_ref from ledger_tx f join ledger_tx c on c.op_id || ':fee' = f.op_id where f.kind = 'provider_fee') t
      join ledger_entries e on e.tx_id = t.id join ledger_accounts a on a.id = e.account_id and a.code = 'PSP_BAL' group by t.provider_ref) o on o.ref = l.id
  where l.net is distinct from o.moved`;

const measurement = await beginMeasurement('bench:reconcile', values.record);
await withThrowawayPostgres(async (urls) => {
  const loading = Date.now();
  // Loaded like a restore: without triggers and row security.
  const superuser = new URL(urls.adminUrl);
  superuser.pathname = new URL(urls.DATABASE_OWNER_URL).pathname;
  const client = new pg.Client({ connectionString: superuser.href });
  await client.connect();
  await client.query('set session_replication_role = replica');
  const run = (text: string) => client.query(text);
  await loadLedger(run, deals);
  await run('vacuum analyze');
  const { rows } = await client.query<{ entries: number }>('select count(*)::int as entries from ledger_entries');
  const entries = rows[0]!.entries;
  console.log(
    `${entries} ledger entries, ${2 * deals} lines of the provider; loaded in ${((Date.now() - loading) / 1000).toFixed(1)} s`,
  );

  const db = createDb(createPool(urls.DATABASE_WORKER_URL, { max: 2, statementTimeoutMs: 30_000 }));
  const provider = providerOf(deals, 0);
  const timed = async (from: LinesOfProvider, whole: boolean) => {
    const started = Date.now();
    const books = await reconcile(db, {
      provider: from,
      now: () => new Date(),
      whole,
      retries: { times: 1, pauseMs: 0 },
    });
    return { books, seconds: (Date.now() - started) / 1000 };
  };
  const first = await timed(provider, false);
  await run('analyze provider_lines');
  const again = await timed(provider, false);
  const joining = Date.now();
  await client.query(FULL_JOIN);
  const bare = (Date.now() - joining) / 1000;

  for (const cent of cents) await cent.ours?.(run);
  const drifted = await timed(withCents(provider, cents), true);
  const named = cents.filter(({ named: id, kind }) =>
    drifted.books.differences.some(
      (d) => d.lineId === id && d.kind === kind && Math.abs((d.theirs ?? 0) - (d.ours ?? 0)) === 1,
    ),
  );
  const whatDiffers = drifted.books.found;
  await client.end();
  await db.destroy();

  const exact = { unit: '', digits: 0, exact: true };
  for (const d of first.books.differences.slice(0, 5)) console.log(`  ${d.key}`);
  measurement.figure(`${entries} entries, their ${first.books.linesStored} lines stored and matched`, first.seconds, {
    unit: 's',
    atMost: 60,
  });
  measurement.figure('the same when all lines are stored', again.seconds, { unit: 's', digits: 1 });
  measurement.figure('reference: bare SQL full join of lines and postings', bare, { unit: 's', digits: 1 });
  measurement.figure('differences in clean books', first.books.found + again.books.found, { ...exact, atMost: 0 });
  measurement.figure(`of ${cents.length} planted cents, named`, named.length, { ...exact, atLeast: cents.length });
  measurement.figure('differences named besides', whatDiffers - named.length, { ...exact, atMost: 0 });
});
process.exit(await measurement.end());
