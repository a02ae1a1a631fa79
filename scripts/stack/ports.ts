import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { StartFailure } from '../lib/failure.ts';

export const portDefaults = {
  APP_PORT: 3000,
  PAYMENTS_PORT: 12111,
  SOCIAL_PORT: 12112,
  MAILBOX_PORT: 8025,
  SMTP_PORT: 1025,
  POSTGRES_PORT: 54320,
  TEMPORAL_PORT: 7233,
  TEMPORAL_UI_PORT: 8233,
  METRICS_PORT: 9464,
  WORKER_METRICS_PORT: 9465,
} as const;

export type PortName = keyof typeof portDefaults;
export type Ports = Record<PortName, number>;

export const portNames = Object.keys(portDefaults) as PortName[];

/** Ports of this instance; an invalid value is refused with the variable's name. */
export function readPorts(env: Record<string, string | undefined>): Ports {
  const ports = Object.fromEntries(
    portNames.map((name) => {
      const given = env[name]?.trim();
      if (!given) return [name, portDefaults[name]];
      const port = Number(given);
      if (!Number.isInteger(port) || port < 1 || port > 65535) {
        throw new StartFailure(`${name}=${given} is not a port. Give a whole number from 1 to 65535.`);
      }
      return [name, port];
    }),
  ) as Ports;
  const seen = new Map<number, PortName>();
  for (const name of portNames) {
    const other = seen.get(ports[name]);
    if (other) throw new StartFailure(`${name} and ${other} are both ${ports[name]}. Give each its own port.`);
    seen.set(ports[name], name);
  }
  return ports;
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** Below the ports that systems give to outgoing connections and to servers that request any free one. */
const CHOSEN_FROM = 20_000;
const CHOSEN_BELOW = 30_000;
/** Longer than a test run restarts its servers on the same port. */
const CLAIM_MS = 30 * 60_000;

const MAX_TRIES = 10_000;

/** Claims a port for this run, across processes; false when another run has it. */
function claimPort(port: number): boolean {
  const folder = join(tmpdir(), `sponsio-ports-${userInfo().uid}`);
  const claim = join(folder, String(port));
  mkdirSync(folder, { recursive: true });
  const since = statSync(claim, { throwIfNoEntry: false })?.mtimeMs;
  if (since !== undefined && Date.now() - since > CLAIM_MS) rmSync(claim, { force: true });
  try {
    writeFileSync(claim, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Distinct free ports, given to no other caller on this machine for half an hour. Nothing else takes one by chance
 * before its server listens, or while a killed server is restarted.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  for (let tries = 0; found.length < count; tries += 1) {
    if (tries > MAX_TRIES) throw new StartFailure(`No port from ${CHOSEN_FROM} to ${CHOSEN_BELOW} is free.`);
    const port = randomInt(CHOSEN_FROM, CHOSEN_BELOW);
    if (claimPort(port) && (await isPortFree(port))) found.push(port);
  }
  return found;
}

export async function assignFreePorts(): Promise<Ports> {
  const free = await findFreePorts(portNames.length);
  return Object.fromEntries(portNames.map((name, index) => [name, free[index]])) as Ports;
}

/** Lists every busy port with the variable that changes it. */
export async function assertPortsFree(ports: Ports, needed: readonly PortName[]): Promise<void> {
  const checks = await Promise.all(needed.map(async (name) => ({ name, free: await isPortFree(ports[name]) })));
  const busy = checks.filter((check) => !check.free);
  if (busy.length === 0) return;
  const lines = busy.map(
    ({ name }) =>
      `  port ${ports[name]} is in use; choose another with ${name}, e.g. ${name}=${ports[name] + 10000 > 65535 ? ports[name] - 1000 : ports[name] + 10000}`,
  );
  throw new StartFailure(
    `${busy.length === 1 ? 'A port is' : 'Some ports are'} taken by another program:\n${lines.join('\n')}\nOr let Sponsio choose: npm start -- --auto-ports`,
  );
}
