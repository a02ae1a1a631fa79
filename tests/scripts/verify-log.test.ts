import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { projectRoot } from '../../scripts/lib/paths.ts';

test('the verifier accepts true logs and refuses altered ones at the line that was altered', () => {
  const printed = execFileSync(
    process.execPath,
    ['scripts/verify-log.mjs', '--selftest', '--logs', '20', '--altered', '20'],
    { cwd: projectRoot, encoding: 'utf8' },
  );
  expect(printed).toBe('20 true logs and 20 altered ones: 0 judged wrongly\n');
});
