import { join } from 'node:path';
import { StartFailure, explain } from './lib/failure.ts';
import { launch } from './stack/launch.ts';
import { projectRoot, statePaths } from './lib/paths.ts';
import { findFreePorts, isPortFree } from './stack/ports.ts';
import { bold, print, step } from './lib/progress.ts';
import { printReadyTable } from './stack/ready-table.ts';
import { findRunningInstance } from './stack/run-record.ts';
import { runUntilStopped } from './stack/run-until-stopped.ts';
import { stages, waitForHttp } from './stack/services.ts';
import { bringUp } from './stack/stack.ts';
import { parseStartOptions, readMode } from './stack/start-options.ts';

const started = Date.now();
process.chdir(projectRoot);

async function clientPort(autoPorts: boolean): Promise<number> {
  if (autoPorts) return (await findFreePorts(1))[0] ?? 5173;
  const port = Number(process.env.VITE_PORT || 5173);
  if (!(await isPortFree(port))) throw new StartFailure(`port ${port} is in use; choose another with VITE_PORT`);
  return port;
}

try {
  const options = parseStartOptions(process.argv.slice(2));
  const paths = statePaths(options.home);
  const running = findRunningInstance(paths.run);
  if (running)
    throw new StartFailure(
      `Sponsio is already running here (process ${running.supervisor.pid}). Stop it first, or start a second instance with --home DIR --auto-ports.`,
    );
  print(`\n  ${bold('Starting Sponsio for development')}`);
  const port = await clientPort(options.autoPorts);
  await runUntilStopped(paths, async (supervisor) => {
    const stack = await bringUp(
      {
        paths,
        given: process.env,
        mode: readMode(process.env.SPONSIO_MODE),
        seed: options.seed,
        autoPorts: options.autoPorts,
        fresh: options.fresh,
        throwAway: options.throwAway,
        restore: options.restore,
        watch: true,
        appUrl: `http://localhost:${port}`,
      },
      supervisor,
      (line) => print(`  … ${line}`),
    );
    const logFile = join(paths.logs, 'client.log');
    await step('Client', async (note) => {
      await supervisor.start({
        name: 'client',
        label: 'Vite',
        stage: stages.client,
        logFile,
        launch: () =>
          launch({
            command: process.execPath,
            args: [
              join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js'),
              '--host',
              '127.0.0.1',
              '--port',
              String(port),
              '--strictPort',
            ],
            env: stack.env,
            cwd: projectRoot,
            logFile,
          }),
        ready: (child) => waitForHttp('Vite', `http://127.0.0.1:${port}/`, child, logFile),
      });
      note(`hot reload, port ${port}`);
    });
    printReadyTable(stack, paths, Date.now() - started);
  });
} catch (error) {
  process.stderr.write(`\n${explain(error)}\n`);
  process.exit(1);
}
