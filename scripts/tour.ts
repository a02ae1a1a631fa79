import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureChromium } from './lib/chromium.ts';
import { readFlags } from './lib/flags.ts';
import { projectRoot } from './lib/paths.ts';
import { print } from './lib/progress.ts';

const { values } = readFlags({ options: { persona: { type: 'string' }, help: { type: 'boolean', default: false } } });
if (values.help) {
  console.log(`npm run tour -- [--persona brand]

Opens every built screen as each persona in eight languages, light and dark, on a desktop and a phone, against an instance of
its own with the demo, and looks for errors, missing texts, axe violations and clipped pages. npm test looks at each screen once.`);
  process.exit(0);
}
const only = values.persona ? ['--grep', `${values.persona}: every built route`] : [];
const child = spawn(
  process.execPath,
  [
    join(projectRoot, 'node_modules', '@playwright', 'test', 'cli.js'),
    'test',
    'tests/e2e/every-screen.spec.ts',
    ...only,
  ],
  {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: await ensureChromium((line) => print(`  … ${line}`)), TOUR: 'all' },
  },
);
child.on('exit', (code) => process.exit(code ?? 1));
