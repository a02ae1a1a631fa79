import { createHash } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { StartFailure } from '../lib/failure.ts';
import { canReach, serverIdentity } from './identity.ts';
import { launch, runToEnd, waitUntil } from './launch.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { endProcess, identify, processStartMark } from './process-identity.mjs';

export interface PostgresOptions {
  /** Preferred data folder. Another one is used where the server's user cannot access it (see `dataFolderFor`). */
  folder: string;
  port: number;
  adminPassword: string;
  logFile: string;
  /** False only for throw-away databases: faster, and lost when the machine stops. */
  durable: boolean;
  maxConnections?: number;
}

export interface PreparedPostgres {
  binaries: PostgresBinaries;
  dataFolder: string;
  adminUrl: string;
  /** True when the cluster was made by this call. */
  created: boolean;
}

/** Where a server on this machine listens. */
export interface PostgresAddress {
  port: number;
  /** Folder of its Unix socket; without one, connections use TCP. */
  socketFolder?: string | undefined;
}

/** With a socket its folder stands in the query parameter `host`, as libpq and node-postgres read it. */
export function postgresUrl(
  { port, socketFolder }: PostgresAddress,
  user: string,
  password: string,
  database: string,
): string {
  const socket = socketFolder ? `?host=${encodeURIComponent(socketFolder)}` : '';
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}${socket}`;
}

/** Room for a path in the address of a Unix socket: 108 bytes on Linux, 104 on macOS, with the final zero. */
const MAX_SOCKET_PATH = 103;

/**
 * The folder of the server's Unix socket: its data folder, which no other user can enter. A statement costs about half
 * as much over it as over TCP on the same machine. Undefined where the path is too long for a socket.
 */
export function socketFolderFor(wished: string, port: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  const folder = dataFolderFor(wished);
  return Buffer.byteLength(`${folder}/.s.PGSQL.${port}`) <= MAX_SOCKET_PATH ? folder : undefined;
}

/**
 * As root the server runs as another user, who cannot enter a private home folder. Then the data folder is elsewhere,
 * at a path derived from the preferred one, so that it is found again.
 */
export function dataFolderFor(wished: string): string {
  if (canReach(dirname(wished), serverIdentity())) return wished;
  const key = createHash('sha256').update(wished).digest('hex').slice(0, 12);
  const base = existsSync('/var/lib') ? '/var/lib' : tmpdir();
  return join(base, `sponsio-postgres-${key}`);
}

export function removePostgresData(wished: string): void {
  rmSync(dataFolderFor(wished), { recursive: true, force: true });
}

function clusterMajor(dataFolder: string): number | undefined {
  const file = join(dataFolder, 'PG_VERSION');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').trim()) : undefined;
}

async function initialise(binaries: PostgresBinaries, dataFolder: string, options: PostgresOptions): Promise<void> {
  const identity = serverIdentity();
  rmSync(dataFolder, { recursive: true, force: true });
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const passwordFile = `${dataFolder}.password`;
  writeFileSync(passwordFile, `${options.adminPassword}\n`, { mode: 0o600 });
  if (identity) {
    chownSync(dataFolder, identity.uid, identity.gid);
    chownSync(passwordFile, identity.uid, identity.gid);
  }
  chmodSync(dataFolder, 0o700);
  const result = await runToEnd(
    binaries.initdb,
    [
      '-D',
      dataFolder,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      process.platform === 'linux' ? '--locale=C.UTF-8' : '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    { identity, cwd: dataFolder, env: serverEnvironment() },
  );
  rmSync(passwordFile, { force: true });
  if (result.code !== 0) {
    rmSync(dataFolder, { recursive: true, force: true });
    throw new StartFailure(`Postgres could not make its data folder ${dataFolder}:\n${result.output.trim()}`);
  }
}

/** The environment without variables that configure a server (PG*, locale). */
function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: process.platform === 'linux' ? 'C.UTF-8' : 'C', TZ: 'UTC' };
}

/**
 * Data elsewhere remains when a state folder is deleted by hand. A file in the state folder links the two; without it
 * the data belongs to a deleted state.
 */
function forgetEarlierLife(options: PostgresOptions, dataFolder: string): void {
  const note = `${options.folder}.place`;
  if (dataFolder === options.folder || existsSync(note)) return;
  rmSync(dataFolder, { recursive: true, force: true });
  writeFileSync(note, `${dataFolder}\n`, { mode: 0o600 });
}

export async function preparePostgres(options: PostgresOptions): Promise<PreparedPostgres> {
  const dataFolder = dataFolderFor(options.folder);
  await clearStaleServer(dataFolder);
  forgetEarlierLife(options, dataFolder);
  const major = clusterMajor(dataFolder);
  const binaries = await findPostgresBinaries(major);
  if (major === undefined) await initialise(binaries, dataFolder, options);
  return {
    binaries,
    dataFolder,
    adminUrl: postgresUrl({ port: options.port }, 'postgres', options.adminPassword, 'postgres'),
    created: major === undefined,
  };
}

/**
 * Deals with a `postmaster.pid` that a killed server left behind: a server that still uses this folder is stopped; a
 * pid that belongs to another program now is ignored.
 */
export async function clearStaleServer(dataFolder: string): Promise<void> {
  const pidFile = join(dataFolder, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const [pidLine, folderLine] = readFileSync(pidFile, 'utf8').split('\n');
  const pid = Number(pidLine);
  if (!Number.isInteger(pid) || pid <= 1 || processStartMark(pid) === null) return;
  const { output } = await runToEnd('ps', ['-o', 'args=', '-p', String(pid)]);
  const commandLine = process.platform === 'linux' ? readCommandLine(pid) : output;
  if (folderLine === dataFolder && commandLine.includes('postgres') && commandLine.includes(dataFolder)) {
    await endProcess(identify(pid), { stopSignal: 'SIGINT', graceMs: 8000 });
  } else {
    rmSync(pidFile, { force: true });
  }
}

function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

const SMALLEST_BUFFERS_MB = 160;

/** A quarter of the memory that this process may use, as the manual of Postgres advises, and at most 2 GB. */
function sharedBuffersMb(): number {
  const limit = process.constrainedMemory() || Infinity;
  const megabytes = Math.floor(Math.min(totalmem(), limit) / 4 / 1024 / 1024);
  return Math.max(SMALLEST_BUFFERS_MB, Math.min(2048, megabytes));
}

export function launchPostgres(prepared: PreparedPostgres, options: PostgresOptions): ChildProcess {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port: options.port,
    unix_socket_directories: socketFolderFor(options.folder, options.port) ?? '',
    max_connections: options.maxConnections ?? 120,
    shared_buffers: `${options.durable ? sharedBuffersMb() : SMALLEST_BUFFERS_MB}MB`,
    jit: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    max_wal_size: '2GB',
    ...(options.durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: 0 }),
  };
  return launch({
    command: prepared.binaries.postgres,
    args: [
      '-D',
      prepared.dataFolder,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    logFile: options.logFile,
    cwd: prepared.dataFolder,
    env: serverEnvironment(),
    identity: serverIdentity(),
  });
}

export async function canConnect(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  // A server that shuts down closes the connection with an event, which must not end this process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}

function explainWrongPassword(error: unknown): never {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === '28P01') {
    throw new StartFailure(
      'Postgres does not accept the password in secrets.json: its data belongs to another one.\nPut that secrets.json back, or begin anew with --fresh.',
    );
  }
  throw error;
}

export async function waitForPostgres(adminUrl: string, child?: ChildProcess, logFile?: string): Promise<void> {
  await waitUntil(() => canConnect(adminUrl).catch(explainWrongPassword), {
    what: 'Postgres',
    timeoutMs: 60_000,
    everyMs: 25,
    child,
    logFile,
  });
}
