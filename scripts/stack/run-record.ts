import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endInOrder, identify, isAlive } from './process-identity.mjs';
import type { RecordedChild, RecordedProcess, StopManner } from './process-identity.mjs';
import type { Ports } from './ports.ts';

/** Record of a running instance, so that others can find it and clean up after it. No secrets. */
export interface RunRecord {
  supervisor: RecordedProcess;
  watchdogPid: number | null;
  ports: Partial<Ports>;
  /** Addresses for tools and people, e.g. `app`, `mailbox`, `temporalUi`. */
  addresses: Record<string, string>;
  /** Folders of a throw-away run outside of the state folder. */
  removeOnEnd: string[];
}

const supervisorFile = 'supervisor.json';
const childrenFolder = 'children';

function writeWhole(file: string, value: unknown): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

/** Makes this process the owner of the folder's record. */
export function openRunRecord(folder: string): RunRecord {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, childrenFolder), { recursive: true, mode: 0o700 });
  const record: RunRecord = {
    supervisor: identify(process.pid),
    watchdogPid: null,
    ports: {},
    addresses: {},
    removeOnEnd: [],
  };
  writeWhole(join(folder, supervisorFile), record);
  return record;
}

export function saveRunRecord(folder: string, record: RunRecord): void {
  writeWhole(join(folder, supervisorFile), record);
}

export function readRunRecord(folder: string): RunRecord | null {
  return readJson<RunRecord>(join(folder, supervisorFile));
}

/** One file per child, so that several processes can record children of one run without a lock. */
export function recordChild(
  folder: string,
  name: string,
  stage: number,
  pid: number,
  manner: StopManner = {},
): RecordedChild {
  const child: RecordedChild = { name, stage, ...identify(pid), ...manner };
  writeWhole(join(folder, childrenFolder, `${name}-${pid}.json`), child);
  return child;
}

export function forgetChild(folder: string, child: RecordedChild): void {
  rmSync(join(folder, childrenFolder, `${child.name}-${child.pid}.json`), { force: true });
}

/** Children that are recorded and still running. */
export function readChildren(folder: string): RecordedChild[] {
  let names: string[];
  try {
    names = readdirSync(join(folder, childrenFolder));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const child = name.endsWith('.json') ? readJson<RecordedChild>(join(folder, childrenFolder, name)) : null;
    return child && isAlive(child) ? [child] : [];
  });
}

/** The record of an instance that runs on this folder right now, if there is one. */
export function findRunningInstance(folder: string): RunRecord | null {
  const record = readRunRecord(folder);
  return record && isAlive(record.supervisor) ? record : null;
}

/** Stops the children of a dead supervisor. Returns their names. */
export async function reclaimLeftovers(folder: string): Promise<string[]> {
  if (findRunningInstance(folder)) return [];
  const left = readChildren(folder);
  await endInOrder(left);
  return left.map((child) => child.name);
}

export function closeRunRecord(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Starts the process that stops this run's children when this process dies without doing so. */
export function attachWatchdog(folder: string, record: RunRecord): void {
  const script = fileURLToPath(new URL('./watchdog.mjs', import.meta.url));
  const watchdog = spawn(process.execPath, [script, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  watchdog.on('error', () => {});
  watchdog.stdin.on('error', () => {});
  // Neither the process nor its pipe may keep this process alive; the pipe closes when this process ends.
  watchdog.unref();
  (watchdog.stdin as unknown as { unref(): void }).unref();
  record.watchdogPid = watchdog.pid ?? null;
  saveRunRecord(folder, record);
}
