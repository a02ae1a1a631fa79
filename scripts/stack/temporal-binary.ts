import {
  chmodSync,
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartFailure } from '../lib/failure.ts';
import { findOnPath, runToEnd } from './launch.ts';
import { cacheFolder, projectRoot } from '../lib/paths.ts';

export const temporalVersion = '1.8.2';
/** Official archives: `<host>/cli/archive/v<version>?platform=&arch=`. */
const archiveHost = 'https://temporal.download';
const archiveTimeLimitMs = 25_000;
const buildLockStaleMs = 15 * 60_000;

type Report = (line: string) => void;

function cachedBinary(): string {
  return join(cacheFolder(), 'bin', `temporal-${temporalVersion}`);
}

async function runs(binary: string): Promise<boolean> {
  return (await runToEnd(binary, ['--version'], { timeoutMs: 15_000 })).code === 0;
}

function goProgram(): string | null {
  return findOnPath('go') ?? (existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : null);
}

/** Only one build at a time per user: a second start waits for the first result. */
async function withBuildLock<T>(work: () => Promise<T>, report: Report): Promise<T> {
  const lock = join(cacheFolder(), 'bin', `temporal-${temporalVersion}.building`);
  mkdirSync(join(cacheFolder(), 'bin'), { recursive: true });
  let reported = false;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch {
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (age > buildLockStaleMs || !ownerAlive(lock)) {
        rmSync(lock, { force: true });
        continue;
      }
      if (!reported) report('Temporal is being built by another start; waiting for it');
      reported = true;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function ownerAlive(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

async function buildWithGo(go: string, report: Report): Promise<{ binary: string } | { problem: string }> {
  const target = cachedBinary();
  const started = Date.now();
  report(`building Temporal ${temporalVersion} with Go, once for this user; about four minutes`);
  const ticker = setInterval(
    () => report(`still building Temporal (${Math.round((Date.now() - started) / 1000)} s)`),
    20_000,
  );
  try {
    const result = await runToEnd(
      go,
      [
        'build',
        '-trimpath',
        '-mod=readonly',
        '-ldflags',
        '-s -w',
        '-o',
        `${target}.new`,
        'github.com/temporalio/cli/cmd/temporal',
      ],
      { cwd: join(projectRoot, 'scripts', 'temporal-cli'), env: { ...process.env, CGO_ENABLED: '0' } },
    );
    if (result.code !== 0) return { problem: result.output.trim().split('\n').slice(-4).join('\n  ') };
    renameSync(`${target}.new`, target);
    return { binary: target };
  } finally {
    clearInterval(ticker);
    rmSync(`${target}.new`, { force: true });
  }
}

async function download(report: Report): Promise<{ binary: string } | { problem: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const url = `${archiveHost}/cli/archive/v${temporalVersion}?platform=${platform}&arch=${arch}`;
  report(`fetching Temporal ${temporalVersion} from ${archiveHost}`);
  const folder = await mkdtemp(join(tmpdir(), 'sponsio-temporal-'));
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(archiveTimeLimitMs), redirect: 'follow' });
    if (!response.ok || !response.body) return { problem: `${archiveHost} answered ${response.status}` };
    const archive = join(folder, 'temporal.tar.gz');
    await pipeline(
      Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]),
      createWriteStream(archive),
    );
    const unpacked = await runToEnd('tar', ['-xzf', archive, '-C', folder]);
    if (unpacked.code !== 0) return { problem: `the archive could not be unpacked: ${unpacked.output.trim()}` };
    const target = cachedBinary();
    copyFileSync(join(folder, 'temporal'), `${target}.new`);
    chmodSync(`${target}.new`, 0o755);
    renameSync(`${target}.new`, target);
    return { binary: target };
  } catch (error) {
    return {
      problem: `${archiveHost} could not be reached: ${error instanceof Error ? error.message : String(error)}`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface TemporalBinary {
  path: string;
  source: string;
}

/**
 * The Temporal program (server and UI in one): on PATH, in the user's cache, built with Go from the pinned module, or
 * fetched. There is no substitute; without one the start fails with instructions.
 */
export async function findTemporalBinary(report: Report = () => {}): Promise<TemporalBinary> {
  const onPath = findOnPath('temporal');
  if (onPath && (await runs(onPath))) return { path: onPath, source: 'temporal on PATH' };
  const cached = cachedBinary();
  if (existsSync(cached) && (await runs(cached))) return { path: cached, source: `Temporal CLI ${temporalVersion}` };
  return withBuildLock(async () => {
    if (existsSync(cached) && (await runs(cached))) return { path: cached, source: `Temporal CLI ${temporalVersion}` };
    const problems: string[] = [];
    const go = goProgram();
    if (go) {
      const built = await buildWithGo(go, report);
      if ('binary' in built) return { path: built.binary, source: `Temporal CLI ${temporalVersion}` };
      problems.push(`building it with ${go} failed:\n  ${built.problem}`);
    } else {
      problems.push('Go is not installed, so it could not be built');
    }
    const fetched = await download(report);
    if ('binary' in fetched) return { path: fetched.binary, source: `Temporal CLI ${temporalVersion}` };
    problems.push(fetched.problem);
    throw new StartFailure(
      'Temporal, which keeps every deadline and payment in order, could not be found.\n' +
        problems.map((problem) => `- ${problem}`).join('\n') +
        '\nAny one of these helps:\n' +
        '  install the Temporal CLI so that `temporal` is on PATH (https://docs.temporal.io/cli)\n' +
        '  install Go 1.26.4 or newer and start again: it is then built once\n' +
        `  put the program at ${cached}\n` +
        '  set TEMPORAL_ADDRESS to a Temporal server that is already running',
    );
  }, report);
}
