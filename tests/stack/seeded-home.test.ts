import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { statePaths } from '../../scripts/lib/paths.ts';
import { copyHome } from '../support/seeded-home.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sponsio-copied-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an instance is copied once its database has ended in order, never while it runs or after it was killed', async () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  const { postgres } = statePaths(from);
  const lock = join(postgres, 'postmaster.pid');
  for (const made of [postgres, to]) mkdirSync(made, { recursive: true });
  // Of a process that runs, and of none.
  for (const pid of [process.pid, 2 ** 22 + 1]) {
    writeFileSync(lock, `${pid}\n`);
    await expect(copyHome(from, to)).rejects.toThrow('has not ended in order');
  }
  rmSync(lock);
  writeFileSync(join(postgres, 'PG_VERSION'), '17');
  await copyHome(from, to);
  expect(existsSync(join(statePaths(to).postgres, 'PG_VERSION'))).toBe(true);
});
