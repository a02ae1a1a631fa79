import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts, portNames, type Ports } from '../../scripts/stack/ports.ts';
import { projectRoot } from '../../scripts/lib/paths.ts';

export interface BenchInstance {
  url: string;
  mailboxUrl: string;
  paymentsUrl: string;
  temporalAddress: string;
  ports: Ports;
  home: string;
  /** Process id of the supervisor; its children are the processes that are measured. */
  pid: number;
}

/** Runs `work` against a whole instance, started by the start script on free ports and removed afterwards. */
export async function withInstance<T>(
  args: readonly string[],
  work: (instance: BenchInstance) => Promise<T>,
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'sponsio-bench-'));
  const free = await findFreePorts(portNames.length);
  const ports = Object.fromEntries(portNames.map((name, i) => [name, free[i]])) as Ports;
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(ports).map(([k, v]) => [k, String(v)])),
    LOG_LEVEL: 'warn',
    NO_COLOR: '1',
  };
  const child = spawn(process.execPath, [join(projectRoot, 'scripts', 'start.mjs'), '--home', home, ...args], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    const url = `http://127.0.0.1:${ports.APP_PORT}`;
    const end = Date.now() + 300_000;
    while (
      !(await fetch(`${url}/readyz`).then(
        (r) => r.ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null) throw new Error('the instance did not start');
      if (Date.now() > end) throw new Error('the instance was not ready in five minutes');
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return await work({
      url,
      mailboxUrl: `http://127.0.0.1:${ports.MAILBOX_PORT}`,
      paymentsUrl: `http://127.0.0.1:${ports.PAYMENTS_PORT}`,
      temporalAddress: `127.0.0.1:${ports.TEMPORAL_PORT}`,
      ports,
      home,
      pid: child.pid ?? 0,
    });
  } finally {
    child.kill('SIGTERM');
    await gone;
    rmSync(home, { recursive: true, force: true });
  }
}

const TICKS_PER_SECOND = 100;

/** Seconds of processor time that each process below `root` has used, by the last part of its command line. */
export function cpuByProcess(root: number): Map<string, number> {
  const used = new Map<string, number>();
  const visit = (pid: number): void => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
      const name = nameOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean));
      used.set(name, (used.get(name) ?? 0) + seconds);
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean);
      for (const child of children) visit(Number(child));
    } catch {
      // The process ended meanwhile.
    }
  };
  visit(root);
  return used;
}

function nameOf(command: string[]): string {
  const line = command.join(' ');
  if (/temporal/.test(command[0] ?? '')) return 'temporal';
  if (/postgres/.test(line)) return 'postgres';
  if (/stripe\/sandbox/.test(line)) return 'payment sandbox';
  if (/mailer\/sandbox/.test(line)) return 'mailbox';
  if (/workflows\/worker/.test(line)) return 'worker';
  if (/server\/main/.test(line)) return 'api';
  return 'supervisor';
}
