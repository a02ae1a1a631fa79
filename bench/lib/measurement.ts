import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Measuring, resultName, writeMeasured } from '../../scripts/lib/measured.ts';
import { projectRoot } from '../../scripts/lib/paths.ts';
import { countingRuns, type Run } from '../../scripts/lib/runs.ts';

export interface Figure {
  what: string;
  seen: string;
  /** Null for a figure that is only reported. */
  bar: string | null;
  /** Null without a bar; and on a busy machine, where the figure depends on the machine's speed. */
  reached: boolean | null;
}

/** The file of a measurement, `bench/results/<name>.json`. */
export interface Result {
  command: string;
  date: string;
  commit: string;
  /** Whether the tree differed from the commit. */
  uncommittedChanges: boolean;
  processor: string;
  cores: number;
  node: string;
  /** Why the figures that depend on the machine's speed are no verdict; null on an idle machine, or where none does. */
  busy: string | null;
  figures: Figure[];
  /** The runs that the figures are of together, where one may play a part of the whole. */
  runs?: Run[];
}

interface Bar {
  unit: string;
  atMost?: number;
  atLeast?: number;
  digits?: number;
  /** A count or a size: the same on a busy machine. */
  exact?: boolean;
}

/** Options of every measuring command. */
export const RECORD = { record: { type: 'boolean', default: false } } as const;
export const RECORD_HELP =
  'With --record the figures are written to bench/results and docs/measured.md. A busy machine gets no verdict.';

const RESULTS = join(projectRoot, 'bench', 'results');

/** What is recorded of a command. */
export function recorded(script: Measuring): Partial<Result> {
  const file = join(RESULTS, `${resultName(script)}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : {};
}

const MAX_BUSY_SHARE = 0.15;
const READING_MS = 2_000;

interface Times {
  idle: number;
  all: number;
}
const cpuTimes = (): Times =>
  cpus().reduce(
    (sum, { times }) => ({
      idle: sum.idle + times.idle,
      all: sum.all + Object.values(times).reduce((a, b) => a + b, 0),
    }),
    { idle: 0, all: 0 },
  );

/** Share of all processors' time that was used between two readings, 0 to 1. */
export const busyShare = (before: Times, after: Times): number =>
  after.all === before.all ? 0 : 1 - (after.idle - before.idle) / (after.all - before.all);

/** Why the machine is too busy for a verdict, or null. This process sleeps meanwhile, so only others are counted. */
async function busyMachine(when: string): Promise<string | null> {
  const before = cpuTimes();
  await pause(READING_MS);
  const share = busyShare(before, cpuTimes());
  return share > MAX_BUSY_SHARE ? `other programs used ${Math.round(share * 100)} % of the processors ${when}` : null;
}

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim();
/** What a recorded measurement itself changes. */
const WRITTEN_BY_RECORDS = [':!bench/results', ':!docs/measured.md', ':!README.md'];

/**
 * Begins a measurement by reading how busy the machine is; nothing of the measurement may run yet. `script` is the name
 * of its `npm run` command.
 */
export async function beginMeasurement(script: Measuring, record: boolean) {
  const args = process.argv.slice(2).filter((arg) => arg !== '--record');
  if (record && args.some((arg) => arg.startsWith('--url')))
    throw new Error('--record measures an instance of its own: leave out --url');
  const command = ['npm run', script, ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  const date = new Date().toISOString().slice(0, 10);
  const commit = record ? git('rev-parse', 'HEAD') : '';
  const uncommittedChanges = record && git('status', '--porcelain', '--', '.', ...WRITTEN_BY_RECORDS) !== '';
  const busyBefore = await busyMachine('before the run');
  if (busyBefore) console.log(`busy machine: ${busyBefore}\n`);
  const figures: (Figure & { exact: boolean })[] = [];
  let runs: Run[] | undefined;
  const add = (figure: Omit<Figure, 'reached'>, reached: boolean | null, exact: boolean): void => {
    figures.push({ ...figure, reached, exact });
  };
  return {
    /** Of the tree that is measured; empty where nothing is recorded. */
    commit,
    /** A number, with its bar if it has one. */
    figure(what: string, value: number, { unit, atMost, atLeast, digits = 1, exact = false }: Bar): void {
      const text = (n: number) => `${n}${unit ? ` ${unit}` : ''}`;
      const bar =
        atMost === undefined ? (atLeast === undefined ? null : `at least ${text(atLeast)}`) : `at most ${text(atMost)}`;
      const reached = bar === null ? null : value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity);
      add({ what, seen: text(Number(value.toFixed(digits))), bar }, reached, exact);
    },
    /** A result in words. */
    finding(what: string, seen: string, bar: string, reached: boolean, { exact = true } = {}): void {
      add({ what, seen, bar }, reached, exact);
    },
    /** What is only reported. */
    note(what: string, seen: string): void {
      add({ what, seen, bar: null }, null, true);
    },
    /** How much of the whole was played; a part of it is neither reached nor missed. */
    part(what: string, played: number, whole: number): void {
      const isWhole = played >= whole;
      add({ what, seen: `${played}${isWhole ? '' : ' (a part)'}`, bar: `all ${whole}` }, isWhole || null, true);
    },
    /** This run after `earlier` ones: what the figures are of. */
    async run(
      own: Pick<Run, 'seconds' | 'seed' | 'right' | 'wrong' | 'figures'>,
      earlier: readonly Run[],
    ): Promise<Run[]> {
      const busy = busyBefore ?? (await busyMachine('after the run'));
      runs = countingRuns([...earlier, { command, date, commit, uncommittedChanges, busy, ...own }]);
      return runs;
    },
    /** Prints every figure beside its bar, writes them with --record, and returns the exit code of the command. */
    async end(): Promise<0 | 1> {
      const timed = figures.some(({ exact }) => !exact);
      const busy = !timed
        ? null
        : runs
          ? (runs.findLast((run) => run.busy)?.busy ?? null)
          : (busyBefore ?? (await busyMachine('after the run')));
      const judged = figures.map(({ exact, ...figure }) => ({
        ...figure,
        reached: busy && !exact ? null : figure.reached,
      }));
      console.log('');
      for (const { what, seen, bar, reached } of judged)
        console.log(
          `${reached === null ? '       ' : reached ? 'reached' : 'MISSED '}  ${what}: ${seen}${bar ? ` (bar: ${bar})` : ''}`,
        );
      if (busy) console.log(`\nbusy machine, no verdict: ${busy}`);
      if (record) {
        const result: Result = {
          command,
          date,
          commit,
          uncommittedChanges,
          processor: cpus()[0]?.model.trim() ?? 'unknown',
          cores: availableParallelism(),
          node: process.version,
          busy,
          figures: judged,
          ...(runs ? { runs } : {}),
        };
        mkdirSync(RESULTS, { recursive: true });
        writeFileSync(join(RESULTS, `${resultName(script)}.json`), `${JSON.stringify(result, null, 2)}\n`);
        writeMeasured();
      }
      return judged.some(({ reached }) => reached === false) ? 1 : 0;
    },
  };
}
