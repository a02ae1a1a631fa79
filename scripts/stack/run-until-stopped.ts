import { rmSync } from 'node:fs';
import { explain } from '../lib/failure.ts';
import { npmIsGone } from './npm-parent.ts';
import { projectRoot } from '../lib/paths.ts';
import type { StatePaths } from '../lib/paths.ts';
import { dim, hushSteps, red, print, seconds } from '../lib/progress.ts';
import { closeRunRecord, readRunRecord } from './run-record.ts';
import { Supervisor } from './supervisor.ts';
import type { ServiceStatus } from './supervisor.ts';

function reportChange(status: ServiceStatus): void {
  if (status.state === 'restarting') {
    print(`  ${red('!')} ${status.label} stopped (${status.lastEnd ?? 'unknown'}); restart no. ${status.restarts}`);
    if (status.restarts % 5 === 0) print(dim(`    it keeps stopping: see ${relativePath(status.logFile)}`));
  } else if (status.state === 'running') {
    print(`  ✓ ${status.label} is running again (restarts so far: ${status.restarts})`);
  }
}

export function relativePath(path: string): string {
  return path.startsWith(`${projectRoot}/`) ? path.slice(projectRoot.length + 1) : path;
}

/**
 * Runs `bringUp` under a supervisor and waits for a signal, or until `bringUp` returns `done`; then stops everything that
 * was started, in order. A second signal kills it.
 */
export async function runUntilStopped(
  paths: StatePaths,
  bringUp: (supervisor: Supervisor) => Promise<'done' | void>,
): Promise<never> {
  const supervisor = new Supervisor(paths.run, reportChange);
  let ending: Promise<never> | null = null;

  async function end(code: number, word: string): Promise<never> {
    const started = Date.now();
    hushSteps();
    print(`\n  ${word}`);
    await supervisor.stop();
    const removed = readRunRecord(paths.run)?.removeOnEnd ?? [];
    closeRunRecord(paths.run);
    for (const path of removed) rmSync(path, { recursive: true, force: true });
    print(`  Stopped in ${seconds(Date.now() - started)}`);
    process.exit(code);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending) {
        supervisor.killAll();
        return;
      }
      ending = end(0, 'stopping');
    });
  }
  void npmIsGone().then(() => {
    ending ??= end(0, 'npm ended; stopping');
  });
  try {
    if ((await bringUp(supervisor)) === 'done') {
      ending ??= end(0, 'done; stopping');
      return ending;
    }
  } catch (error) {
    if (ending) return ending;
    process.stderr.write(`\n${explain(error)}\n`);
    ending = end(1, 'could not start; stopping what had been started');
    return ending;
  }
  // Only a signal ends this process.
  return new Promise<never>(() => {
    setInterval(() => {}, 1 << 30);
  });
}
