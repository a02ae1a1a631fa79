import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { countOf, readFlags } from './lib/flags.ts';
import { projectRoot } from './lib/paths.ts';

const { values } = readFlags({
  options: { cases: { type: 'string', default: '100' }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  console.log(`npm run chaos -- [--cases 100]

Plays deals through the public interface of a whole instance of its own while API, worker, Temporal and Postgres are killed
with -9 in turn at random moments and come back; then compares the ledger with the payment sandbox's books to the cent.
npm test runs the same with fewer cases.`);
  process.exit(0);
}
const cases = countOf('cases', values.cases);
const child = spawn(
  process.execPath,
  [join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'integration', 'tests/kill'],
  {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, CHAOS_CASES: String(cases) },
  },
);
child.on('exit', (code) => process.exit(code ?? 1));
