import { mkdtempSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginMeasurement, recorded, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { countCases, PAIRS_OF_A_SEED } from './lib/chaos-cases.ts';
import { countOf, readFlags } from './lib/flags.ts';
import type { Measuring } from './lib/measured.ts';
import { PLAYED, unitsPlayed, type Played } from './lib/played.ts';
import { runIntegration } from './lib/run-integration.ts';
import { figuresOf, rangesOf, unitsOf } from './lib/runs.ts';

const HELP = `npm run chaos -- --failpoints [--cases 384] [--from N] [--seed 1] [--within MINUTES] [--resume]
npm run chaos -- --races [--seeds 200] [--from N] [--seed 1] [--within MINUTES] [--resume]
npm run chaos -- --bank [--minutes 10]
npm run chaos -- --faults [--cases N] [--seed 1]
npm run chaos -- --outages [--cases 12]
npm run chaos -- --restore [--cases 20] [--from N] [--within MINUTES] [--resume]
npm run chaos -- --cases 100

Plays deals at a whole instance of its own, against which something is done; then the ledger is compared with the payment
sandbox's books to the cent.

--failpoints  ends a process between claim, call and confirmation of 13 steps, at four points each: API, worker, Temporal or
              Postgres with -9 (208 cases), API or worker with the stop signal of a deploy (104); 72 more are the refund of a
              part, the end of grace and a lost dispute at the points of their steps. Each deal settles within a minute, no act
              that was acknowledged is lost, none has two effects, and each point was reached.
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

--from        leaves out so many of the first failpoints, in the seed's order, seeds of races or restores.
--within      begins no more of them after so many minutes; the figures say how many were played.
--resume      leaves out what recorded runs have played and found right. With --record the figures are those of all these
              runs together; each stands beside them with its commit. A run without --resume takes their place.

npm test plays 30 failpoints of seed 1 beside at least 300 snapshots, 55 × 2 races, 30 faults, 30 arrivals and one restore.
${RECORD_HELP}`;

interface PartPlan {
  /** Its usual number of cases or minutes. */
  usual: number;
  /** Its test where it is another one. */
  files?: readonly string[];
  /** What is numbered, where several runs can make up the whole; the test notes each one. */
  units?: string;
  /** Figures that follow from the numbers of those that were right. */
  counted?: (right: readonly number[], minutes: number) => Record<string, number>;
}

const PARTS = {
  failpoints: { usual: 384, units: 'cases', counted: countCases },
  races: {
    usual: 200,
    units: `seeds of ${PAIRS_OF_A_SEED} races`,
    counted: (right, minutes) => ({
      races: right.length * PAIRS_OF_A_SEED,
      racesPerMinute: Math.floor((right.length * PAIRS_OF_A_SEED) / minutes),
    }),
  },
  bank: { usual: 10 },
  restore: { usual: 20, files: ['tests/bad-luck/restored-behind.integration.test.ts'], units: 'restores' },
  faults: {
    usual: 1_000,
    files: ['tests/bad-luck/provider-faults.integration.test.ts', 'tests/bad-luck/webhook-manners.integration.test.ts'],
  },
  outages: { usual: 12 },
  cases: { usual: 100 },
} satisfies Record<string, PartPlan>;
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
  racesPerMinute: { what: 'races a minute, the start of the instance included' },
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
    resume: { type: 'boolean', default: false },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});

/** Figures in milliseconds depend on the machine, counts do not. */
const isTime = (name: string): boolean => name.endsWith('Ms') || name.endsWith('PerMinute');

async function play(part: Part): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sponsio-chaos-'));
  const figures = join(folder, 'figures.json');
  const plan: PartPlan = PARTS[part];
  const cases = countOf('cases', flags.cases ?? flags.seeds ?? flags.minutes ?? String(plan.usual));
  const seed = countOf('seed', flags.seed);
  const script = MEASURED_AS[part];
  const earlier = flags.resume ? (recorded(script).runs ?? []) : [];
  // The name of the command says which part it is.
  process.argv = process.argv.filter((arg) => arg !== `--${part}`);
  const measurement = await beginMeasurement(script, flags.record);
  const started = Date.now();
  try {
    const files = plan.files ?? ['tests/kill/chaos.integration.test.ts'];
    const status = runIntegration(['--no-file-parallelism', ...files], {
      CHAOS_PART: part,
      CHAOS_CASES: String(cases),
      CHAOS_SEED: String(seed),
      CHAOS_FIGURES: figures,
      [PLAYED.file]: join(folder, 'played'),
      [PLAYED.before]: rangesOf(unitsOf(earlier, seed).right),
      ...(flags.from === undefined ? {} : { [PLAYED.from]: String(countOf('from', flags.from)) }),
      ...(flags.within === undefined ? {} : { [PLAYED.within]: String(countOf('within', flags.within)) }),
    });
    const seen = existsSync(figures) ? (JSON.parse(readFileSync(figures, 'utf8')) as Record<string, number>) : {};
    const seconds = Math.round((Date.now() - started) / 1_000);
    const together = plan.units
      ? await withEarlier(plan.units, plan, {
          ...unitsPlayed(join(folder, 'played'), status === 0),
          seconds,
          seed,
          figures: seen,
        })
      : seen;
    measurement.finding('what the run asserts', status === 0 ? 'held' : 'failed', 'held', status === 0);
    for (const [name, value] of Object.entries(together)) {
      const { what = name, ...bar } = BARS[name] ?? {};
      measurement.figure(what, value, { unit: '', digits: 0, exact: !isTime(name), ...bar });
    }
    return Math.max(await measurement.end(), status ?? 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }

  /** Notes how much of the whole this and the earlier runs played; resolves with the figures of all of them. */
  async function withEarlier(
    units: string,
    { usual, counted }: PartPlan,
    own: Played & { seconds: number; seed: number; figures: Record<string, number> },
  ): Promise<Record<string, number>> {
    const runs = await measurement.run(own, earlier);
    const { right, wrong } = unitsOf(runs);
    measurement.part(`${units} played`, right.length + wrong.length, usual);
    const minutes = runs.reduce((sum, run) => sum + run.seconds, 0) / 60;
    return { ...counted?.(right, minutes), ...figuresOf(runs), wrong: wrong.length };
  }
}

if (flags.help) console.log(HELP);
else {
  const part = (['failpoints', 'races', 'bank', 'faults', 'restore', 'outages'] as const).find((name) => flags[name]);
  process.exitCode = await play(part ?? 'cases');
}
