import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { beginMeasurement, RECORD, RECORD_HELP } from '../bench/lib/measurement.ts';
import { readFlags } from './lib/flags.ts';
import { projectRoot } from './lib/paths.ts';
import { print, table } from './lib/progress.ts';

/** What is mutated: the rules of money, of the state machine, of ledger, escrow, payments, calls and contracts. */
const MUTATED = [
  'server/core/money.ts',
  'server/core/state-machine.ts',
  'server/features/ledger/rules.ts',
  'server/features/ledger/charges/rules.ts',
  'server/features/ledger/contests/rules.ts',
  'server/features/escrow/rules.ts',
  'server/features/escrow/cancel/rules.ts',
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

const SCORE = 85;
const MINUTES = 40;

const HELP = `npm run mutate -- [--only PATH] [--list] [--record]

Changes the rules of money in small ways, one at a time (Stryker), and runs their unit tests and a hundred seeds of the
simulation on each: a change that no test notices is printed with its place. Bars: at least ${SCORE} % are noticed, in at most
${MINUTES} minutes.

--only   one of the files, or a folder of them
--list   names the files
${RECORD_HELP}`;

const { values: flags } = readFlags({
  options: {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    ...RECORD,
    help: { type: 'boolean', default: false },
  },
});

async function mutate(chosen: readonly string[]): Promise<0 | 1> {
  const measurement = await beginMeasurement('mutate', flags.record);
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
    const rows = files.map((file) => {
      const own = counted.filter(({ fileName }) => fileName === file);
      return [file.slice(file.indexOf('server/')), `${own.filter((m) => noticed.includes(m)).length} of ${own.length}`];
    });
    print(`\n${table(rows)}`);
    measurement.figure(`changes noticed, of ${counted.length}`, (100 * noticed.length) / counted.length, {
      unit: '%',
      atLeast: SCORE,
      exact: true,
    });
    measurement.figure('time', (Date.now() - started) / 60_000, { unit: 'min', atMost: MINUTES });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return measurement.end();
}

if (flags.help) print(HELP);
else if (flags.list) print(MUTATED.join('\n'));
else process.exitCode = await mutate(MUTATED.filter((file) => file.startsWith(flags.only ?? '')));
