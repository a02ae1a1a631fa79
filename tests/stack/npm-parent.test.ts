import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { projectRoot } from '../../scripts/lib/paths.ts';

const CHILD = `
  const { npmIsGone } = await import('./scripts/stack/npm-parent.ts');
  setTimeout(() => process.exit(3), 3_000);
  npmIsGone().then(() => { console.log('gone'); process.exit(0); });
  console.log('waits');
`;

/** What a program run by npm's shell says after that shell was killed. */
function afterKillOfShell(env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    const shell = spawn('sh', ['-c', '"$0" --import tsx --input-type=module -e "$1"; true', process.execPath, CHILD], {
      cwd: projectRoot,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.trim() === 'waits') shell.kill('SIGKILL');
    });
    // Closes when the last holder of the pipe is gone: the program itself.
    shell.stdout.on('close', () => resolve(text.trim().replaceAll(/\s+/g, ' ')));
  });
}

test('a program that npm runs notices that npm was killed; one that a person runs lives on', async () => {
  const { npm_lifecycle_event: _npm, ...bare } = process.env;
  const [byNpm, byHand] = await Promise.all([
    afterKillOfShell({ ...bare, npm_lifecycle_event: 'start' }),
    afterKillOfShell(bare),
  ]);
  expect([byNpm, byHand]).toEqual(['waits gone', 'waits']);
});
