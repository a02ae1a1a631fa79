import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginMeasurement, RECORD, RECORD_HELP } from '../../bench/lib/measurement.ts';
import { countOf, readFlags } from './flags.ts';
import type { Measuring } from './measured.ts';
import { print } from './progress.ts';
import { runIntegration } from './run-integration.ts';

export interface NotedFigure {
  what: string;
  unit?: string;
  atMost?: number;
  atLeast?: number;
  /** Depends on the machine's speed. */
  isTime?: boolean;
}

/** A command of `npm run` that measures by integration tests. */
export interface TestCommand {
  script: Measuring;
  /** What it does, for --help. */
  about: string;
  files: readonly string[];
  /** Flags that are counts, each with its default and the setting that the tests read. */
  counts?: Readonly<Record<string, { usual: number; setting: string }>>;
  figures: Readonly<Record<string, NotedFigure>>;
}

/** Reads the flags of such a command, and prints its help or runs it. Sets the exit code. */
export async function runTestCommand({ script, about, files, counts = {}, figures }: TestCommand): Promise<void> {
  const flags = Object.entries(counts);
  const { values } = readFlags({
    options: {
      ...Object.fromEntries(
        flags.map(([flag, { usual }]) => [flag, { type: 'string' as const, default: String(usual) }]),
      ),
      ...RECORD,
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    const usage = [`npm run ${script} --`, ...flags.map(([flag, { usual }]) => `[--${flag} ${usual}]`), '[--record]'];
    return print(`${usage.join(' ')}\n\n${about}\n${RECORD_HELP}`);
  }
  const given = values as Record<string, string | boolean | undefined>;
  const settings = Object.fromEntries(
    flags.map(([flag, { setting }]) => [setting, String(countOf(flag, String(given[flag])))]),
  );
  process.exitCode = await measureTests(script, values.record === true, files, settings, figures);
}

/**
 * Runs integration tests that note figures (`noteFigures`), prints each of `figures` beside its bar and records them with
 * `record`. A figure with a bar that the tests did not come to counts as missed. Returns the exit code.
 */
async function measureTests(
  script: Measuring,
  record: boolean,
  files: readonly string[],
  settings: Record<string, string>,
  figures: Readonly<Record<string, NotedFigure>>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sponsio-measured-'));
  const file = join(folder, 'figures.json');
  const measurement = await beginMeasurement(script, record);
  try {
    const status = runIntegration(files, { ...settings, CHAOS_FIGURES: file });
    const seen = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>) : {};
    measurement.finding('what the run asserts', status === 0 ? 'held' : 'failed', 'held', status === 0);
    for (const [name, { what, unit = '', isTime = false, ...bar }] of Object.entries(figures)) {
      const value = seen[name];
      if (value !== undefined) measurement.figure(what, value, { unit, digits: 0, exact: !isTime, ...bar });
      else if (bar.atLeast !== undefined || bar.atMost !== undefined)
        measurement.finding(what, 'not measured', String(bar.atLeast ?? bar.atMost), false);
    }
    return Math.max(await measurement.end(), status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
