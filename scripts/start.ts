import { resolve } from 'node:path';
import { readManifest } from './lib/backup.ts';
import { StartFailure, explain } from './lib/failure.ts';
import { projectRoot, statePaths } from './lib/paths.ts';
import { bold, print, table } from './lib/progress.ts';
import { printReadyTable } from './stack/ready-table.ts';
import { findRunningInstance } from './stack/run-record.ts';
import { runUntilStopped } from './stack/run-until-stopped.ts';
import { bringUp, loadScenario, missingEntryPoints } from './stack/stack.ts';
import { parseStartOptions, readMode } from './stack/start-options.ts';

const started = Date.now();
process.chdir(projectRoot);

try {
  const options = parseStartOptions(process.argv.slice(2));
  const mode = readMode(process.env.SPONSIO_MODE);
  const paths = statePaths(options.home);
  const running = findRunningInstance(paths.run);
  if (running) {
    print(`  ${bold('Sponsio is already running here')} (process ${running.supervisor.pid})`);
    print(table(Object.entries(running.addresses)));
    print('  Stop it first, or start a second instance with --home DIR --auto-ports');
    process.exit(options.fresh ? 1 : 0);
  }
  const missing = missingEntryPoints();
  if (missing.length > 0) throw new StartFailure(`This checkout is incomplete. Missing:\n  ${missing.join('\n  ')}`);
  print(`\n  ${bold('Starting Sponsio')}`);
  // Before --fresh deletes anything: a mistyped folder must not cost existing state.
  if (options.restore) readManifest(resolve(options.restore));
  await runUntilStopped(paths, async (supervisor) => {
    const stackOptions = {
      paths,
      given: process.env,
      mode,
      seed: options.seed,
      autoPorts: options.autoPorts,
      fresh: options.fresh,
      throwAway: options.throwAway,
      restore: options.restore,
      loadOnly: options.loadOnly,
      watch: false,
    };
    if (options.loadOnly) {
      await loadScenario(stackOptions, supervisor, (line) => print(`  … ${line}`));
      return 'done';
    }
    const stack = await bringUp(stackOptions, supervisor, (line) => print(`  … ${line}`));
    printReadyTable(stack, paths, Date.now() - started);
  });
} catch (error) {
  process.stderr.write(`\n${explain(error)}\n`);
  process.exit(1);
}
