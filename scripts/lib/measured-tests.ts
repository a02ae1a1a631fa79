import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginMeasurement } from '../../bench/lib/measurement.ts';
import type { Measuring } from './measured.ts';
import { runIntegration } from './run-integration.ts';

export interface NotedFigure {
  what: string;
  unit?: string;
  atMost?: number;
  atLeast?: number;
  /** Depends on the machine's speed. */
  isTime?: boolean;
}

/**
 * Runs integration tests that note figures (`noteFigures`), prints each of `figures` beside its bar and records them with
 * `record`. A figure with a bar that the tests did not come to counts as missed. Returns the exit code.
 */
export async function measureTests(
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
