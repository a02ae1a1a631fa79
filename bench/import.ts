import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { from as copyFrom } from 'pg-copy-streams';
import { pino } from 'pino';
import { createDb, createPool } from '../db/client.ts';
import { countOf, readFlags } from '../scripts/lib/flags.ts';
import { withThrowawayPostgres } from '../scripts/stack/throwaway-postgres.ts';
import type { SystemContext } from '../server/context.ts';
import { systemClock } from '../server/core/clock.ts';
import { newId } from '../server/core/ids.ts';
import { inspectImport } from '../server/features/imports/inspect.ts';
import { importById } from '../server/features/imports/queries/imports.ts';
import { createDiskStorage } from '../server/integrations/storage/disk.ts';
import { beginMeasurement, RECORD, RECORD_HELP } from './lib/measurement.ts';

const { values } = readFlags({
  options: {
    rows: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '5' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run bench:import -- [--rows 100000] [--kills 5]

Imports a file of creators, of which 3 % of the rows cannot be read and 5 % repeat a handle, on a server with fsync on, beside a
bare COPY of the same rows into a table of the same columns. Then imports it once more while the process is killed with -9
and comes back: the run is divided into as many parts as there are kills, and each kill follows when the row of the import says
that a random number of rows of its part were read. Bar: at least 3,000 rows a second, and each row exactly once.

${RECORD_HELP}`);
  process.exit(0);
}
const rows = countOf('rows', values.rows);
const kills = countOf('kills', values.kills);
const BAR = 3_000;
const measurement = await beginMeasurement('bench:import', values.record);

/** Every 33rd row has a count that cannot be read, every 20th repeats the handle of an earlier one. */
function* lines(): Generator<string> {
  yield 'handle,name,followers,engagement rate (%),email,city,country\n';
  for (let i = 0; i < rows; i++) {
    const n = i % 20 === 19 ? i - 19 : i;
    yield `creator.${n},Creator ${i},${i % 33 === 7 ? 'about ten' : 1_000 + i},${(i % 90) / 10},c${i}@bench.example,Lyon,FR\n`;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bench-import-'));
try {
  await withThrowawayPostgres(
    async (urls) => {
      const db = createDb(createPool(urls.DATABASE_WORKER_URL, { max: 2 }));
      const owner = createPool(urls.DATABASE_OWNER_URL, { max: 1 });
      const storage = createDiskStorage(folder);
      const ctx = {
        db,
        actor: { kind: 'system', name: 'bench' },
        clock: systemClock,
        integrations: { storage, log: pino({ level: 'silent' }) },
        requestId: 'bench',
        requestKey: null,
      } as unknown as SystemContext;

      /** An import that only waits to be run, of an org of its own. */
      const begin = async (): Promise<string> => {
        const [org, id] = [newId(), newId()];
        const { size } = await storage.put(`imports/${id}`, Readable.from(lines()), 'text/csv');
        await owner.query('set role sponsio_maintenance');
        await owner.query(
          `insert into orgs(id, kind, name, slug, created_by) values ($1, 'brand', 'Bench', $2, 'bench')`,
          [org, `bench-${org}`],
        );
        await owner.query(
          `insert into imports(id, org_id, created_by, file_name, storage_key, size, state, format, platform, created_at, changed_at)
            values ($1, $2, 'bench', 'bench.csv', $3, $4, 'reading', 'csv', 'instagram', now(), now())`,
          [id, org, `imports/${id}`, size],
        );
        await inspectImport(ctx, { importId: id });
        await owner.query(`update imports set state = 'running', basis = 'consent', source = 'bench' where id = $1`, [
          id,
        ]);
        return id;
      };
      const child = (importId: string) => {
        const started = fork(fileURLToPath(new URL('./lib/import-child.ts', import.meta.url)), [importId, folder], {
          execArgv: ['--import', 'tsx'],
          env: { ...process.env, DATABASE_WORKER_URL: urls.DATABASE_WORKER_URL },
        });
        return { started, ended: new Promise((resolve) => started.once('exit', resolve)) };
      };
      const checked = async (what: string, importId: string): Promise<void> => {
        const row = await importById(db, { id: importId });
        // An idle connection is closed, with its role.
        await owner.query('set role sponsio_maintenance');
        const { rows: found } = await owner.query<{
          people: number;
          handles: number;
          refused: number;
          merges: number;
          numbers: number;
          all: number;
        }>(
          `with at as (select row from imported_creators where import_id = $1
             union all select row from import_refused_rows where import_id = $1
             union all select row from import_merges where import_id = $1)
           select (select count(*)::int from imported_creators where import_id = $1) as people,
             (select count(distinct handle)::int from imported_creators where import_id = $1) as handles,
             (select count(*)::int from import_refused_rows where import_id = $1) as refused,
             (select count(*)::int from import_merges where import_id = $1) as merges,
             (select count(distinct row)::int from at where row between 1 and $2) as numbers, (select count(*)::int from at) as all`,
          [importId, rows],
        );
        const f = found[0]!;
        // Each number of a row stands in one of the three tables, once.
        const once =
          row?.state === 'done' &&
          f.people === f.handles &&
          f.numbers === rows &&
          f.all === rows &&
          row.rows_read === rows &&
          row.rows_added === f.people &&
          row.rows_merged === f.merges &&
          row.rows_refused === f.refused;
        measurement.finding(
          `each row exactly once, ${what}`,
          `${f.people} people, ${f.merges} merged, ${f.refused} refused`,
          `${rows} rows`,
          once,
        );
      };

      const plain = await begin();
      let since = performance.now();
      await child(plain).ended;
      const rate = Math.round((1_000 * rows) / (performance.now() - since));
      measurement.figure('rows imported', rate, { unit: 'a second', digits: 0, atLeast: BAR });
      await checked('in one go', plain);

      await owner.query('reset role');
      await owner.query(
        'create table bench_copy (handle text, name text, followers text, rate text, email text, city text, country text)',
      );
      const client = await owner.connect();
      since = performance.now();
      await pipeline(
        Readable.from(lines()),
        client.query(copyFrom('copy bench_copy from stdin with (format csv, header)')),
      );
      client.release();
      measurement.figure('bare COPY', (1_000 * rows) / (performance.now() - since), {
        unit: 'rows a second',
        digits: 0,
      });

      const killed = await begin();
      const readSoFar = async () => (await importById(db, { id: killed }))?.rows_read ?? 0;
      const points: number[] = [];
      for (let n = 0; n < kills; n++) {
        const part = rows / (kills + 1);
        // After the first batch, and before the last one.
        const target = Math.max(1, Math.floor(part * (n + Math.random())));
        const { started, ended } = child(killed);
        while (started.exitCode === null && started.signalCode === null && (await readSoFar()) < target)
          await new Promise((resolve) => setTimeout(resolve, 3));
        started.kill('SIGKILL');
        await ended;
        points.push(await readSoFar());
      }
      const isSpread = points.every((point, n) => point > (points[n - 1] ?? 0) && point < rows);
      measurement.finding('kills with rows read and rows to come', points.join(', '), `of ${rows} rows`, isSpread);
      await child(killed).ended;
      await checked(`killed ${kills} times`, killed);
      await db.destroy();
      await owner.end();
    },
    { durable: true },
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(await measurement.end());
