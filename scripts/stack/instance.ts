import { StartFailure } from '../lib/failure.ts';
import { statePaths } from '../lib/paths.ts';
import { portDefaults } from './ports.ts';
import type { Ports } from './ports.ts';
import { databaseUrls } from './postgres-roles.ts';
import { socketFolderFor } from './postgres-server.ts';
import { findRunningInstance } from './run-record.ts';
import { loadSecrets } from './secrets.ts';
import { stackEnvironment } from './stack-env.ts';
import { readMode } from './start-options.ts';

export interface RunningInstance {
  /** The environment its processes run with, secrets included. */
  env: Record<string, string>;
  /** `app`, `mailbox`, `temporalUi`, `temporal`, `payments`. */
  addresses: Record<string, string>;
  home: string;
}

/**
 * The instance that runs on a state folder, so that a script can use the same database, workflows
 * and sandboxes. Throws a `StartFailure` when none is running there.
 */
export function readRunningInstance(home?: string, given: NodeJS.ProcessEnv = process.env): RunningInstance {
  const paths = statePaths(home);
  const record = findRunningInstance(paths.run);
  if (!record)
    throw new StartFailure(
      `Sponsio is not running with its state in ${paths.home}. Start it with npm start, or name its folder: --home DIR`,
    );
  const ports: Ports = { ...portDefaults, ...record.ports };
  const secrets = loadSecrets(paths.secrets);
  const port = ports.POSTGRES_PORT;
  const generated = databaseUrls({ port, socketFolder: socketFolderFor(paths.postgres, port) }, secrets);
  const env = stackEnvironment({
    mode: readMode(given.SPONSIO_MODE),
    ports,
    secrets,
    databases: {
      DATABASE_OWNER_URL: given.DATABASE_OWNER_URL || generated.DATABASE_OWNER_URL,
      DATABASE_URL: given.DATABASE_URL || generated.DATABASE_URL,
      DATABASE_WORKER_URL: given.DATABASE_WORKER_URL || generated.DATABASE_WORKER_URL,
    },
    temporalAddress: record.addresses.temporal ?? `127.0.0.1:${ports.TEMPORAL_PORT}`,
    temporalNamespace: given.TEMPORAL_NAMESPACE || 'default',
    filesFolder: paths.files,
    paymentsFolder: paths.payments,
    mailboxFolder: paths.mailbox,
    socialFolder: paths.social,
    appUrl: record.addresses.app ?? `http://localhost:${ports.APP_PORT}`,
    given,
  });
  return { env, addresses: record.addresses, home: paths.home };
}

/** Throws a `StartFailure` when nothing answers at an address that a script was given. */
export async function mustAnswer(url: string): Promise<void> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  if (!answer)
    throw new StartFailure(
      `Nothing answers at ${url}. Start Sponsio with npm start, or name a running one with --url.`,
    );
}

function originOf(flag: string, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new StartFailure(`--${flag} is an address such as http://127.0.0.1:3000, not ${address || 'nothing'}`);
  return url.origin;
}

async function answerOf(url: string): Promise<unknown> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'manual' });
  return answer.json().catch(() => null);
}

const has = (answer: unknown, key: string): boolean => typeof answer === 'object' && answer !== null && key in answer;

/**
 * The origins of a running Sponsio and of its mailbox. Throws a `StartFailure` with the address that is invalid, does
 * not answer or belongs to another program: otherwise a script would fail only when a mail does not arrive.
 */
export async function runningAt(given: { url: string; mailbox: string }): Promise<{ url: string; mailboxUrl: string }> {
  const places = [
    {
      flag: 'url',
      what: 'Sponsio',
      origin: originOf('url', given.url),
      path: '/api/trpc/figures.measured',
      knownBy: 'result',
    },
    {
      flag: 'mailbox',
      what: 'mailbox',
      origin: originOf('mailbox', given.mailbox),
      path: '/api/v1/search?query=to:nobody',
      knownBy: 'messages',
    },
  ] as const;
  for (const { flag, what, origin, path, knownBy } of places) {
    const answer = await answerOf(`${origin}${path}`).catch(() => undefined);
    if (answer === undefined)
      throw new StartFailure(
        `Nothing answers at ${origin}. Start Sponsio with npm start, or name the ${what === 'mailbox' ? 'mailbox of the running one' : 'running one'} with --${flag}.`,
      );
    if (!has(answer, knownBy))
      throw new StartFailure(`What answers at ${origin} is no ${what}. Name it with --${flag}.`);
  }
  return { url: places[0].origin, mailboxUrl: places[1].origin };
}
