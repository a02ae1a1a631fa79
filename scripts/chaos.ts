import { mkdtempSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginMeasurement, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { countOf, readFlags } from './lib/flags.ts';
import type { Measuring } from './lib/measured.ts';
import { runIntegration } from './lib/run-integration.ts';

const HELP = `npm run chaos -- --failpoints [--cases 312] [--from N] [--seed 1] [--within MINUTES]
npm run chaos -- --races [--seeds 200] [--seed 1] [--within MINUTES]
npm run chaos -- --bank [--minutes 10]
npm run chaos -- --faults [--cases N] [--seed 1]
npm run chaos -- --outages [--cases 12]
npm run chaos -- --restore [--cases 20]
npm run chaos -- --cases 100

Plays deals at a whole instance of its own, against which something is done; then the ledger is compared with the payment
sandbox's books to the cent.

--failpoints  ends a process between claim, call and confirmation of 13 steps, at four points each: API, worker, Temporal or
              Postgres with -9 (208 cases), API or worker with the stop signal of a deploy (104). Each deal settles within a
              minute, no act that was acknowledged is lost, none has two effects, and each point was reached. --from leaves
              out the first ones of the seed's order.
--races       two of ten acts on one milestone at the same moment, at two API processes: 55 pairs, each with --seeds. Only what
              the reviewed table names may come of them; twenty clicks with one key are one act.
--bank        the books are read in one repeatable-read snapshot after another while processes are ended: each sums to zero, and
              the money of clients is covered. At least a thousand snapshots a minute.
--faults      nine faults of the provider and a forgotten key at each of eight kinds of call, and eight kinds of its events that
              arrive in twelve ways: one effect each. A client with random keys and three blind retries has two under the
              same faults. --cases of either, chosen by --seed.
--outages     Postgres, Temporal or the provider is away for a while as deals are played; for a quarter of the cases the
              provider's clock jumps by a day while its answers are lost: each deal is released, once.
--restore     the database is restored from a backup, the provider has gone on, and people repeat the acts of the lost minutes,
              every other time a day later, when the provider has deleted its keys: no effect is doubled, the books agree.
--cases N     alone: N kills of API, worker, Temporal and Postgres in turn, at random moments.

--within      begins no more failpoints or seeds after so many minutes; the figures say how many were played.

npm test plays 30 failpoints of seed 1 beside at least 300 snapshots, 55 × 2 races, 30 faults, 30 arrivals and one restore.
${RECORD_HELP}`;

/** Parts with their usual number of cases or minutes, and their test where it is another one. */
const PARTS = {
  failpoints: { usual: 312 },
  races: { usual: 200 },
  bank: { usual: 10 },
  restore: { usual: 20, files: ['tests/bad-luck/restored-behind.integration.test.ts'] },
  faults: {
    usual: 1_000,
    files: ['tests/bad-luck/provider-faults.integration.test.ts', 'tests/bad-luck/webhook-manners.integration.test.ts'],
  },
  outages: { usual: 12 },
  cases: { usual: 100 },
} as const satisfies Record<string, { usual: number; files?: readonly string[] }>;
type Part = keyof typeof PARTS;
const MEASURED_AS: Record<Part, Measuring> = {
  failpoints: 'chaos:failpoints',
  races: 'chaos:races',
  bank: 'chaos:bank',
  restore: 'chaos:restore',
  faults: 'chaos:faults',
  outages: 'chaos:outages',
  cases: 'chaos:kills',
};

/** The bar of a figure; one that is not named is printed without. */
const BARS: Record<string, { what: string; atMost?: number; atLeast?: number }> = {
  kills: { what: 'cases of kill -9' },
  stops: { what: 'cases of the stop signal' },
  wrong: { what: 'cases that went wrong', atMost: 0 },
  points: { what: 'points reached' },
  slowestMs: { what: 'slowest settling, ms', atMost: 60_000 },
  breaches: { what: 'breaches of invariants in the books', atMost: 0 },
  races: { what: 'races' },
  snapshots: { what: 'snapshots of the books' },
  snapshotsPerMinute: { what: 'snapshots a minute', atLeast: 1_000 },
  wrongSnapshots: { what: 'snapshots that were wrong', atMost: 0 },
  faults: { what: 'faults' },
  faultsWrong: { what: 'faults with another than one effect', atMost: 0 },
  expiredKeys: { what: 'deleted keys' },
  expiredWrong: { what: 'deleted keys with another than one effect', atMost: 0 },
  webhooks: { what: 'arrivals of events' },
  webhooksWrong: { what: 'arrivals with another than one effect', atMost: 0 },
  outages: { what: 'outages' },
  jumps: { what: 'jumps of the provider’s clock by a day' },
  restores: { what: 'restores' },
  slowestRestoreMs: { what: 'slowest restore until the books agree, ms', atMost: 300_000 },
  doubledByOthers: { what: 'effects that a client with blind retries doubled', atLeast: 1 },
  doubled: { what: 'doubled effects of twenty clicks', atMost: 0 },
};

const { values: flags } = readFlags({
  options: {
    failpoints: { type: 'boolean', default: false },
    races: { type: 'boolean', default: false },
    bank: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    restore: { type: 'boolean', default: false },
    outages: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    cases: { type: 'string' },
    seeds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string' },
    within: { type: 'string' },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});

/** Figures in milliseconds depend on the machine, counts do not. */
const isTime = (name: string): boolean => name.endsWith('Ms') || name === 'snapshotsPerMinute';

async function play(part: Part): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sponsio-chaos-'));
  const figures = join(folder, 'figures.json');
  const { usual, files = ['tests/kill/chaos.integration.test.ts'] }: { usual: number; files?: readonly string[] } =
    PARTS[part];
  const cases = countOf('cases', flags.cases ?? flags.seeds ?? flags.minutes ?? String(usual));
  // The name of the command says which part it is.
  process.argv = process.argv.filter((arg) => arg !== `--${part}`);
  const measurement = await beginMeasurement(MEASURED_AS[part], flags.record);
  try {
    const status = runIntegration(['--no-file-parallelism', ...files], {
      CHAOS_PART: part,
      CHAOS_CASES: String(cases),
      CHAOS_SEED: String(countOf('seed', flags.seed)),
      CHAOS_FIGURES: figures,
      ...(flags.from === undefined ? {} : { CHAOS_FROM: String(countOf('from', flags.from)) }),
      ...(flags.within === undefined ? {} : { CHAOS_WITHIN: String(countOf('within', flags.within)) }),
    });
    measurement.finding('what the run asserts', status === 0 ? 'held' : 'failed', 'held', status === 0);
    const seen = existsSync(figures) ? (JSON.parse(readFileSync(figures, 'utf8')) as Record<string, number>) : {};
    for (const [name, value] of Object.entries(seen)) {
      const { what = name, ...bar } = BARS[name] ?? {};
      measurement.figure(what, value, { unit: '', digits: 0, exact: !isTime(name), ...bar });
    }
    return Math.max(await measurement.end(), status ?? 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (flags.help) console.log(HELP);
else {
  const part = (['failpoints', 'races', 'bank', 'faults', 'restore', 'outages'] as const).find((name) => flags[name]);
  process.exitCode = await play(part ?? 'cases');
}
