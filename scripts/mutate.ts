import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { beginMeasurement, recorded, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { readFlags } from './lib/flags.ts';
import { projectRoot } from './lib/paths.ts';
import { print, table } from './lib/progress.ts';
import { MUTATE_TESTS } from './mutate/tests.ts';

/** What is mutated: the rules of money, of the state machine, of ledger, escrow, payments, calls and contracts. */
const MUTATED = [
  'server/core/money.ts',
  'server/core/state-machine.ts',
  'server/features/ledger/rules.ts',
  'server/features/ledger/charges/rules.ts',
  'server/features/ledger/contests/rules.ts',
  'server/features/escrow/rules.ts',
  'server/features/escrow/cancel/rules.ts',
  'server/features/escrow/live/rules.ts',
  'server/features/escrow/milestone/rules.ts',
  'server/features/escrow/refund/rules.ts',
  'server/features/escrow/release/rules.ts',
  'server/features/escrow/settlement/rules.ts',
  'server/features/escrow/timers/rules.ts',
  'server/features/escrow/timers/plan.ts',
  'server/features/payments/rules.ts',
  'server/features/payments/card-disputes/rules.ts',
  'server/features/provider-calls/rules.ts',
  'server/features/contracts/rules.ts',
] as const;

/** What `npm test` changes: rules whose own unit tests take no second. */
const QUICK = {
  mutated: ['server/features/provider-calls/rules.ts'],
  tests: ['tests/server/features/provider-calls/rules.test.ts'],
} as const;

const SCORE = 85;
const MINUTES = 40;

const HELP = `npm run mutate -- [--only PATH[,PATH]] [--quick] [--list] [--record]

Changes the rules of money in small ways, one at a time (Stryker), and runs their unit tests and a hundred seeds of the
simulation on each: a change that no test notices is printed with its place. Bars: at least ${SCORE} % are noticed, in at most
${MINUTES} minutes.

--only   some of the files, or folders of them. With --record what is recorded of the other files stays, with its commit
--quick  the rules of provider calls with their own unit tests alone, as npm test does; nothing is recorded
--list   names the files
${RECORD_HELP}`;

const { values: flags } = readFlags({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});

interface FileScore {
  noticed: number;
  of: number;
  /** Empty where nothing is recorded. */
  commit: string;
}
const inWords = ({ noticed, of, commit }: FileScore): string =>
  `${noticed} of ${of}${commit ? `, commit ${commit}` : ''}`;

/** What is recorded of each file. */
function recordedScores(): [string, FileScore][] {
  return (recorded('mutate').figures ?? []).flatMap(({ what, seen }): [string, FileScore][] => {
    const [, noticed, of, commit] = /^(\d+) of (\d+), commit (\w+)$/u.exec(seen) ?? [];
    return commit ? [[what, { noticed: Number(noticed), of: Number(of), commit }]] : [];
  });
}

async function mutate(chosen: readonly string[]): Promise<0 | 1> {
  const measurement = await beginMeasurement('mutate', flags.record && !flags.quick);
  const started = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'sponsio-mutate-'));
  process.chdir(projectRoot);
  try {
    const results = await new Stryker({
      mutate: [...chosen],
      testRunner: 'vitest',
      // Stryker rewrites paths in it with an interface that the compiler no longer has.
      tsconfigFile: 'no-tsconfig.json',
      vitest: { configFile: 'scripts/mutate/vitest.config.ts', related: false },
      plugins: ['@stryker-mutator/vitest-runner'],
      coverageAnalysis: 'perTest',
      ignoreStatic: true,
      ignorePatterns: ['dist', '.data', 'test-results', 'docs/pictures', 'db/seed/assets'],
      tempDirName: folder,
      reporters: ['progress'],
      logLevel: 'error' as never,
      timeoutMS: 30_000,
      thresholds: { high: 100, low: SCORE, break: null },
    }).runMutationTest();
    const counted = results.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
    const noticed = counted.filter(({ status }) => status === 'Killed' || status === 'Timeout');
    const missed = counted.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
    for (const m of missed) {
      const line = readFileSync(m.fileName, 'utf8').split('\n')[m.location.start.line - 1]?.trim() ?? '';
      print(
        `${m.fileName.slice(m.fileName.indexOf('server/'))}:${m.location.start.line} ${m.mutatorName} → ${(m.replacement ?? '').split('\n')[0]}   ${line}`,
      );
    }
    const files = [...new Set(counted.map(({ fileName }) => fileName))];
    const seen = new Map<string, FileScore>(flags.only ? recordedScores() : []);
    for (const file of files) {
      const own = counted.filter(({ fileName }) => fileName === file);
      const score = { noticed: own.filter((m) => noticed.includes(m)).length, of: own.length };
      seen.set(file.slice(file.indexOf('server/')), { ...score, commit: measurement.commit.slice(0, 12) });
    }
    const scores = MUTATED.flatMap((file) => {
      const score = seen.get(file);
      return score ? [{ file, ...score }] : [];
    });
    const sum = (of: (score: FileScore) => number): number => scores.reduce((total, one) => total + of(one), 0);
    print(`\n${table(scores.map((one) => [one.file, inWords(one)]))}`);
    measurement.part('files', scores.length, MUTATED.length);
    measurement.figure(
      `changes noticed, of ${sum(({ of }) => of)}`,
      (100 * sum((one) => one.noticed)) / sum(({ of }) => of),
      {
        unit: '%',
        atLeast: SCORE,
        exact: true,
      },
    );
    for (const { file, ...score } of scores) measurement.note(file, inWords(score));
    measurement.figure('time', (Date.now() - started) / 60_000, { unit: 'min', atMost: MINUTES });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return measurement.end();
}

if (flags.help) print(HELP);
else if (flags.list) print(MUTATED.join('\n'));
else if (flags.quick) {
  process.env[MUTATE_TESTS] = QUICK.tests.join(',');
  process.exitCode = await mutate(QUICK.mutated);
} else {
  const only = (flags.only ?? '').split(',');
  process.exitCode = await mutate(MUTATED.filter((file) => only.some((path) => file.startsWith(path))));
}
