import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginMeasurement, recorded, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { countOf, readFlags } from './lib/flags.ts';
import { PLAYED, unitsPlayed } from './lib/played.ts';
import { print, table } from './lib/progress.ts';
import { runIntegration } from './lib/run-integration.ts';
import { rangesOf, unitsOf } from './lib/runs.ts';
import { BROKEN } from './sim/broken.ts';
import type { Command } from './sim/commands.ts';
import { playSeed } from './sim/play.ts';
import { inProcesses } from './sim/pool.ts';
import { shrink } from './sim/shrink.ts';
import type { Deal } from './sim/deal.ts';
import type { FoundFailure, Job } from './sim/worker.ts';

const HELP = `npm run sim -- [--seeds 10000] [--ops 100] [--from 1] [--broken [--rule NAME]] [--record]
npm run sim -- --seed N [--ops 100]
npm run sim -- --real [--seeds 1000] [--ops 30] [--from 1] [--within MINUTES] [--resume] [--record]

Plays deals with the product's own rules of money over a ledger in memory and the engine of the payment sandbox, in one
process and under a virtual clock: a seed gives the deal, the acts of both sides and of staff, addenda, payers and card banks,
saved methods, automatic payments and exchanged bank accounts, the events of the provider in any order, lost answers, server
errors, crashes and runs that overlap. After every command the invariants of the money check are held against books, rows and provider; at the end everything must come to rest.
The same seed plays the same. A seed that fails is shortened to the commands that it needs, which are printed.

--broken  switches off one of ${BROKEN.length} rules at a time, in the simulation alone, and searches for the first seed that shows it;
          without --seeds among 1,000. --rule takes one of them.
--real    plays the seeds through the services on Postgres beside the model and compares rows, timeline, postings and the next
          step of every workflow after each command; at the end the money check runs. No difference, at most twenty minutes.
--within  begins no more seeds of --real after so many minutes; --resume leaves out what recorded runs of so many commands have
          played and found right. With --record the figures are those of all these runs together.
--seed    plays one seed and prints each command with its outcome.

Without options both: 10,000 seeds of 100 commands without a breach, at most five minutes, and every broken rule found.
${RECORD_HELP}`;

const SEEDS_OF_A_RULE = 1_000;
const SEEDS_OF_A_JOB = 100;
const SECONDS = 300;
const SEEDS_OF_REAL = 1_000;
const SECONDS_OF_REAL = 1_200;

const { values: flags } = readFlags({
  options: {
    seeds: { type: 'string' },
    ops: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    broken: { type: 'boolean', default: false },
    rule: { type: 'string' },
    real: { type: 'boolean', default: false },
    within: { type: 'string' },
    resume: { type: 'boolean', default: false },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});

const inWords = (commands: readonly Command[]): string => commands.map((c) => `    ${JSON.stringify(c)}`).join('\n');

function report({ seed, deal, commands, message }: FoundFailure): void {
  print(`\nseed ${seed}: ${message}`);
  print(`  deal: ${JSON.stringify(deal satisfies Deal)}`);
  print(`  ${commands.length} commands suffice:\n${inWords(commands)}`);
}

function playOne(seed: number, ops: number): number {
  const played = playSeed(seed, {
    ops,
    after: (s, command, outcome) =>
      print(
        `${new Date(s.now).toISOString().slice(0, 19)} ${JSON.stringify(command)} → ${outcome}  ${s.milestones.map((m) => [m.state, ...m.holds].join('+')).join(' ')}`,
      ),
  });
  const found = shrink(played);
  if (!found) {
    print(`seed ${seed}: no breach in ${played.commands.length} commands`);
    return 0;
  }
  report({ ...found, seed, at: played.failure!.at });
  return 1;
}

/** The integration test of `npm test`, with more seeds. */
async function playReal(from: number, seeds: number, ops: number): Promise<0 | 1> {
  const folder = mkdtempSync(join(tmpdir(), 'sponsio-sim-'));
  // Seeds of another number of commands are other ones.
  const earlier = flags.resume ? (recorded('sim:real').runs ?? []).filter(({ seed }) => seed === ops) : [];
  // The name of the command says it.
  process.argv = process.argv.filter((arg) => arg !== '--real');
  const measurement = await beginMeasurement('sim:real', flags.record);
  const started = Date.now();
  try {
    const status = runIntegration(['tests/scripts/sim-real.integration.test.ts'], {
      SIM_SEEDS: String(seeds),
      SIM_OPS: String(ops),
      [PLAYED.file]: join(folder, 'played'),
      [PLAYED.from]: String(from - 1),
      [PLAYED.before]: rangesOf(unitsOf(earlier).right),
      ...(flags.within === undefined ? {} : { [PLAYED.within]: String(countOf('within', flags.within)) }),
    });
    const seconds = Math.round((Date.now() - started) / 1_000);
    const own = unitsPlayed(join(folder, 'played'), status === 0);
    const runs = await measurement.run({ ...own, seconds, seed: ops, figures: {} }, earlier);
    const { right, wrong } = unitsOf(runs);
    measurement.part(`seeds of ${ops} commands, services beside the model`, right.length + wrong.length, SEEDS_OF_REAL);
    measurement.figure('seeds with a difference or an alarm of the money check', wrong.length, {
      unit: '',
      digits: 0,
      exact: true,
      atMost: 0,
    });
    measurement.figure(
      'time',
      runs.reduce((sum, run) => sum + run.seconds, 0),
      { unit: 's', atMost: SECONDS_OF_REAL },
    );
    return Math.max(await measurement.end(), status === 0 ? 0 : 1) as 0 | 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function playAll(from: number, seeds: number | null, ops: number): Promise<0 | 1> {
  const measurement = await beginMeasurement('sim', flags.record);
  const exact = { unit: '', digits: 0, exact: true } as const;
  if (!flags.broken) {
    const to = from + (seeds ?? 10_000) - 1;
    const jobs: Job[] = [];
    for (let first = from; first <= to; first += SEEDS_OF_A_JOB)
      jobs.push({ kind: 'seeds', from: first, to: Math.min(to, first + SEEDS_OF_A_JOB - 1), ops });
    const failures: FoundFailure[] = [];
    let commands = 0;
    const started = Date.now();
    await inProcesses(jobs, (answer) => {
      if (answer.kind !== 'seeds') return;
      commands += answer.commands;
      failures.push(...answer.failures);
    });
    const elapsed = (Date.now() - started) / 1_000;
    for (const failure of failures.slice(0, 5)) report(failure);
    measurement.figure(`breaches in ${to - from + 1} seeds of ${ops} commands`, failures.length, {
      ...exact,
      atMost: 0,
    });
    measurement.figure(`time for ${commands} commands`, elapsed, { unit: 's', atMost: SECONDS });
  }
  if (flags.broken || seeds === null) {
    const names = BROKEN.map(({ name }) => name).filter((name) => !flags.rule || name === flags.rule);
    const last = from + (flags.broken && seeds !== null ? seeds : SEEDS_OF_A_RULE) - 1;
    const rows: string[][] = [];
    let found = 0;
    let most = 0;
    await inProcesses(
      names.map((name) => ({ kind: 'broken', name, from, to: last, ops })),
      (answer) => {
        if (answer.kind !== 'broken') return;
        if (answer.found) found += 1;
        most = Math.max(most, answer.seeds ?? 0);
        rows.push([
          answer.name,
          answer.seeds === null ? 'not found' : `${answer.seeds} seeds`,
          answer.found ? `${answer.found.commands.length} commands` : '',
          (answer.found?.message.split('\n')[0] ?? '').slice(0, 90),
        ]);
        if (flags.rule && answer.found) report(answer.found);
      },
    );
    print(`\n${table(rows.toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1)))}`);
    measurement.figure(`broken rules found, of ${names.length}`, found, { ...exact, atLeast: names.length });
    measurement.figure('seeds until the last of them was found', most, { ...exact, atMost: SEEDS_OF_A_RULE });
  }
  return measurement.end();
}

if (flags.help) print(HELP);
else {
  const ops = countOf('ops', flags.ops ?? (flags.real ? '30' : '100'));
  process.exitCode = flags.seed
    ? playOne(countOf('seed', flags.seed), ops)
    : flags.real
      ? await playReal(countOf('from', flags.from), countOf('seeds', flags.seeds ?? String(SEEDS_OF_REAL)), ops)
      : await playAll(
          countOf('from', flags.from),
          flags.seeds === undefined ? null : countOf('seeds', flags.seeds),
          ops,
        );
}
