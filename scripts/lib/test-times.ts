import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectRoot } from './paths.ts';

const FILE = join(projectRoot, 'tests', 'recorded-times.json');
/** Shorter ones do not matter for the order. */
const MIN_SECONDS = 1;

/** Seconds that each test file took when the times were last recorded, by its path from the project's root. */
export const readTimes = (): Record<string, number> => JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>;

/** Writes the times of a run by absolute path, longest first. */
export function recordTimes(seconds: readonly (readonly [string, number])[]): void {
  const times = seconds.map(([file, took]) => [relative(projectRoot, file), Math.round(took)] as const);
  const longest = times.filter(([, took]) => took >= MIN_SECONDS).sort((a, b) => b[1] - a[1]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(longest), null, 2)}\n`);
}
