import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './paths.ts';

/** Runs integration tests with these settings of theirs in the environment; returns the exit code. `args`: files and options. */
export function runIntegration(args: readonly string[], settings: Record<string, string>): number {
  const { status } = spawnSync(
    process.execPath,
    [join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'integration', ...args],
    { cwd: projectRoot, stdio: 'inherit', env: { ...process.env, ...settings } },
  );
  return status ?? 1;
}
