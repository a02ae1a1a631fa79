import { createHash } from 'node:crypto';
import pg from 'pg';
import { createDb, createPool } from '../db/client.ts';
import { countOf, readFlags } from '../scripts/lib/flags.ts';
import { withThrowawayPostgres } from '../scripts/stack/throwaway-postgres.ts';
import { hashedText, ZERO_HASH } from '../server/features/escrow/timeline/rules.ts';
import { runChecks } from '../server/features/money-check/checker.ts';
import type { EventType } from '../server/features/escrow/schema.ts';
import { at, BRAND, CHARGE, CREATOR, loadDeals, providerOf, uuid } from './lib/released-deals.ts';
import { beginMeasurement, median, RECORD, RECORD_HELP } from './lib/measurement.ts';

const { values } = readFlags({
  options: {
    contracts: { type: 'string', default: '100000' },
    invariants: { type: 'boolean', default: false },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(`npm run bench:check -- [--contracts 100000] [--invariants] [--record]

Loads released deals into a throw-away database, in bulk: five events of the timeline each, hashed as the product hashes
them, with their payments, signatures, documents, operations, transfers, postings and entries; and a provider that answers
with the lines which those postings mirror, as pages of a memory array. Then the books are checked as the worker does,
three times, the last time with a cent planted at the provider.
The bars, for 100,000 contracts with 500,000 events: 60 seconds, 500 MB of memory of this process at its peak, and no
breach; and the planted cent is found. --invariants also prints how long each invariant took, and the
processor's time of this process, which other load on the machine hardly changes. ${RECORD_HELP}`);
  process.exit(0);
}
const contracts = countOf('contracts', values.contracts);

/** The timeline of one released deal; the text of a `values` list is made from it. */
function events(n: number): {
  seq: number;
  type: EventType;
  kind: string;
  milestone: string | null;
  at: Date;
  data: Record<string, number>;
  held: number;
  released: number;
  prev: string;
  hash: string;
}[] {
  const milestone = uuid(2, n);
  const steps: { type: EventType; kind: string; data: Record<string, number>; held: number; released: number }[] = [
    { type: 'payment_started', kind: 'brand', data: { attempt: 1 }, held: 0, released: 0 },
    { type: 'funded', kind: 'system', data: { amount: CHARGE.price }, held: CHARGE.price, released: 0 },
    { type: 'submitted', kind: 'creator', data: { n: 1 }, held: CHARGE.price, released: 0 },
    { type: 'approved', kind: 'brand', data: { amount: CHARGE.price }, held: CHARGE.price, released: 0 },
    { type: 'release_started', kind: 'system', data: { amount: CHARGE.price }, held: 0, released: CHARGE.price },
  ];
  let prev = ZERO_HASH;
  return steps.map(({ type, kind, data, held, released }, i) => {
    const event = {
      seq: i + 1,
      type,
      milestoneId: milestone,
      actorKind: kind as 'system',
      actorName: null,
      data,
      at: at(n, i * 1000),
      held,
      released,
      refunded: 0,
      disputed: 0,
    };
    const hash = createHash('sha256')
      .update(hashedText(prev, { ...event, contractId: uuid(1, n) }))
      .digest('hex');
    const row = { seq: i + 1, type, kind, milestone, at: event.at, data, held, released, prev, hash };
    prev = hash;
    return row;
  });
}

async function loadTimelines(client: pg.Client): Promise<void> {
  const AT_A_TIME = 1_000;
  for (let from = 1; from <= contracts; from += AT_A_TIME) {
    const rows = Array.from({ length: Math.min(AT_A_TIME, contracts - from + 1) }, (_, i) => from + i).flatMap((n) =>
      events(n).map((e) => ({ ...e, contract: uuid(1, n) })),
    );
    await client.query(
      `insert into escrow_events(id, contract_id, milestone_id, brand_org, creator_org, seq, type, actor_kind, data, held, released, at, prev_hash, hash)
       select gen_random_uuid(), contract, milestone, '${BRAND}', '${CREATOR}', seq, type, kind, data, held, released, at, prev, hash
         from jsonb_to_recordset($1::jsonb) as e(contract uuid, milestone uuid, seq int, type text, kind text, data jsonb, held bigint, released bigint, at timestamptz, prev text, hash text)`,
      [JSON.stringify(rows)],
    );
  }
}

const measurement = await beginMeasurement('bench:check', values.record);
await withThrowawayPostgres(async (urls) => {
  const loading = Date.now();
  // Loaded like a restore: without triggers and row security.
  const superuser = new URL(urls.adminUrl);
  superuser.pathname = new URL(urls.DATABASE_OWNER_URL).pathname;
  const client = new pg.Client({ connectionString: superuser.href });
  await client.connect();
  await client.query('set session_replication_role = replica');
  await loadDeals((text) => client.query(text), contracts);
  await loadTimelines(client);
  await client.query('analyze');
  const { rows } = await client.query<{ events: number; entries: number }>(
    'select (select count(*) from escrow_events)::int as events, (select count(*) from ledger_entries)::int as entries',
  );
  await client.end();
  console.log(
    `${contracts} contracts, ${rows[0]!.events} events, ${rows[0]!.entries} ledger entries, ${2 * contracts} lines of the provider; loaded in ${((Date.now() - loading) / 1000).toFixed(1)} s`,
  );

  const pool = createPool(urls.DATABASE_WORKER_URL, { max: 2, statementTimeoutMs: 30_000 });
  const db = createDb(pool);
  const check = async (planted: number) => {
    const started = Date.now();
    let peak = 0;
    const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
    const each = new Map<string, number>();
    const cpu = process.cpuUsage();
    const run = runChecks(db, {
      provider: providerOf(contracts, planted),
      retries: { times: 1, pauseMs: 0 },
      timed: (name, ms) => each.set(name, (each.get(name) ?? 0) + ms),
    });
    const phases = new Map<string, number>();
    try {
      for (let last = Date.now(); ; last = Date.now()) {
        const step = await run.next();
        const phase = step.done ? 'provider' : step.value.phase;
        phases.set(phase, (phases.get(phase) ?? 0) + Date.now() - last);
        if (step.done)
          return {
            breaches: step.value.breaches,
            seconds: (Date.now() - started) / 1000,
            megabytes: peak / 1_048_576,
            phases,
            each,
            cpu: process.cpuUsage(cpu),
            lines: step.value.lines,
          };
      }
    } finally {
      clearInterval(sampler);
    }
  };
  const clean = await check(0);
  const again = await check(0);
  const breaches = [...clean.breaches, ...again.breaches];
  for (const b of breaches.slice(0, 10)) console.log(`  ${b.invariant}: ${b.detail}`);
  console.log([...clean.phases].map(([phase, ms]) => `${phase} ${(ms / 1000).toFixed(1)} s`).join(', '));
  if (values.invariants) {
    for (const [name, ms] of [...clean.each].sort((a, b) => b[1] - a[1]))
      console.log(`  ${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
    console.log(
      `  ${((clean.cpu.user + clean.cpu.system) / 1_000_000).toFixed(1)} s of processor time in this process`,
    );
  }
  const planted = await check(1);
  const found =
    planted.breaches.some((b) => b.invariant === 'provider.lines') &&
    planted.breaches.some((b) => b.invariant === 'provider.balance' && b.key.endsWith('EUR -1'));
  await db.destroy();
  const times = [clean, again, planted].map((run) => run.seconds);
  const peak = Math.max(...[clean, again, planted].map((run) => run.megabytes));
  const exact = { unit: '', digits: 0, exact: true };
  measurement.figure(`check of ${contracts} contracts, ${rows[0]!.events} events`, median(times), {
    unit: 's',
    atMost: 60,
  });
  measurement.figure('memory at its peak', peak, { unit: 'MB', atMost: 500, digits: 0, exact: true });
  measurement.figure('differences found in clean books', breaches.length, { ...exact, atMost: 0 });
  measurement.finding('a planted cent', found ? 'found' : 'not found', 'found', found);
  measurement.figure('lines of the provider read', clean.lines, { ...exact, atLeast: 2 * contracts });
});
process.exit(await measurement.end());
