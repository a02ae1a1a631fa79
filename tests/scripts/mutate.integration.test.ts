import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { projectRoot } from '../../scripts/lib/paths.ts';

/** A bound for what hangs: it takes some seconds. */
const BUSY_MS = 240_000;

test(
  'thirty small changes to the rules of provider calls: the tests of these rules notice at least 85 % of them',
  () => {
    const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/mutate.ts', '--quick'], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    const [, noticed, of] = /rules\.ts\s+(\d+) of (\d+)/u.exec(stdout) ?? [];
    expect(Number(of), stdout).toBeGreaterThanOrEqual(30);
    expect(Number(noticed) / Number(of), stdout).toBeGreaterThanOrEqual(0.85);
    expect(status, stdout).toBe(0);
  },
  BUSY_MS,
);
