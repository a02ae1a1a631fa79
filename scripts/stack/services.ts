import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { answersOk, launch, waitUntil } from './launch.ts';
import { projectRoot } from '../lib/paths.ts';

/** Order of starting. Stopping runs backwards: users of a service before the service. */
export const stages = {
  postgres: 1,
  temporal: 2,
  payments: 3,
  mailbox: 3,
  social: 3,
  worker: 4,
  app: 5,
  client: 6,
} as const;

export const entryPoints = {
  app: 'server/main.ts',
  worker: 'workflows/worker.ts',
  payments: 'server/integrations/stripe/sandbox/main.ts',
  mailbox: 'server/integrations/mailer/sandbox/main.ts',
  social: 'server/integrations/social/sandbox/main.ts',
} as const;

export type EntryName = keyof typeof entryPoints;

/** Names the folder of built programs (`scripts/lib/entry-build.ts`), which tests start instead of the sources. */
export const BUILT_ENTRIES = 'SPONSIO_BUILT_ENTRIES';

export interface LaunchEntryOptions {
  env: Record<string, string>;
  logFile: string;
  /** Start again by itself when a source file changes. */
  watch?: boolean;
}

/** Starts one of the product's processes from its TypeScript source, or as it was built for tests. */
export function launchEntry(name: EntryName, { env, logFile, watch }: LaunchEntryOptions): ChildProcess {
  const entry = join(projectRoot, entryPoints[name]);
  const built = process.env[BUILT_ENTRIES];
  const args = watch
    ? [join(projectRoot, 'node_modules', 'tsx', 'dist', 'cli.mjs'), 'watch', '--clear-screen=false', entry]
    : built
      ? [join(built, `${name}.mjs`)]
      : ['--enable-source-maps', '--import', 'tsx', entry];
  return launch({ command: process.execPath, args, env, logFile, cwd: projectRoot });
}

export async function waitForHttp(
  what: string,
  url: string,
  child?: ChildProcess,
  logFile?: string,
  timeoutMs = 60_000,
): Promise<void> {
  await waitUntil(() => answersOk(url), { what, timeoutMs, everyMs: 60, child, logFile });
}
