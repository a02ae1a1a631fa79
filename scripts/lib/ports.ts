import { createServer } from 'node:net';
import { StartFailure } from './failure.ts';

export const portDefaults = {
  APP_PORT: 3000,
  PAYMENTS_PORT: 12111,
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

function listenOnce(port: number, host: string): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen({ port, host, exclusive: true }, () => {
      const address = probe.address();
      const bound = typeof address === 'object' && address ? address.port : null;
      probe.close(() => resolve(bound));
    });
  });
}

export async function isPortFree(port: number): Promise<boolean> {
  return (await listenOnce(port, '127.0.0.1')) !== null;
}

/** Distinct free ports. They are free only at this time, so use them at once. */
export async function findFreePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = await listenOnce(0, '127.0.0.1');
    if (port !== null) found.add(port);
  }
  return [...found];
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
