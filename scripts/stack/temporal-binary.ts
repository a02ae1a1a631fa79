import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '../lib/failure.ts';
import { findOnPath, runToEnd } from './launch.ts';
import { cacheFolder, projectRoot } from '../lib/paths.ts';
import { fetchTemporal, publisher, temporalVersion, type TemporalArchive } from './temporal-archive.ts';

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

/** The end of the compiler's output when it failed. */
async function buildWithGo(go: string, report: Report): Promise<string | null> {
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
    if (result.code !== 0) return result.output.trim().split('\n').slice(-4).join('\n  ');
    renameSync(`${target}.new`, target);
    return null;
  } finally {
    clearInterval(ticker);
    rmSync(`${target}.new`, { force: true });
  }
}

export interface TemporalBinary {
  path: string;
  source: string;
}

/** Ways to get the program, best first. A verified archive takes seconds, a build minutes. */
function sourcesOf(from: TemporalArchive, report: Report): (() => Promise<{ problem: string } | null>)[] {
  const fetched = (): Promise<{ problem: string } | null> => {
    report(`fetching Temporal ${temporalVersion} from ${from.host}`);
    return fetchTemporal(from, cachedBinary());
  };
  const built = async (): Promise<{ problem: string } | null> => {
    const go = goProgram();
    if (!go) return { problem: 'Go is not installed, so it could not be built' };
    const problem = await buildWithGo(go, report);
    return problem === null ? null : { problem: `building it with ${go} failed:\n  ${problem}` };
  };
  return from.sha256 ? [fetched, built] : [built, fetched];
}

/**
 * The Temporal program (server and UI in one): on PATH, in the user's cache, from the publisher's archive, or built with
 * Go from the pinned module. There is no substitute; without one the start fails with instructions.
 */
export async function findTemporalBinary(report: Report = () => {}, from = publisher): Promise<TemporalBinary> {
  const onPath = findOnPath('temporal');
  if (onPath && (await runs(onPath))) return { path: onPath, source: 'temporal on PATH' };
  const cached = { path: cachedBinary(), source: `Temporal CLI ${temporalVersion}` };
  const isCached = async (): Promise<boolean> => existsSync(cached.path) && (await runs(cached.path));
  if (await isCached()) return cached;
  return withBuildLock(async () => {
    if (await isCached()) return cached;
    const problems: string[] = [];
    for (const source of sourcesOf(from, report)) {
      const failed = await source();
      if (!failed && (await isCached())) return cached;
      problems.push(failed?.problem ?? 'the program does not run on this machine');
    }
    throw new StartFailure(
      'Temporal, which keeps every deadline and payment in order, could not be found.\n' +
        problems.map((problem) => `- ${problem}`).join('\n') +
        '\nAny one of these helps:\n' +
        '  install the Temporal CLI so that `temporal` is on PATH (https://docs.temporal.io/cli)\n' +
        '  install Go 1.26.4 or newer and start again: it is then built once\n' +
        `  put the program at ${cached.path}\n` +
        '  set TEMPORAL_ADDRESS to a Temporal server that is already running',
    );
  }, report);
}
