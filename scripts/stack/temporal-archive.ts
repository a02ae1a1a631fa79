import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { get as getPlain, type ClientRequest, type IncomingMessage } from 'node:http';
import { get as getSecure } from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runToEnd } from './launch.ts';

export const temporalVersion = '1.8.2';

/** SHA-256 of the archives of `temporalVersion`, from `checksums.txt` of its release; change both together. */
const PUBLISHED: Readonly<Record<string, string>> = {
  'linux-amd64': 'd8421bda989e6514b4bdb4d63a9012a8a05a806892e881a5aad8510496349a94',
  'linux-arm64': '83600a8fac6e3da54093e5da6918d399f501532b9f1172235603f9606f4ac6e4',
  'darwin-amd64': '489d7f5420cae02b559774ac23df035141954c33a51dba96f5759a0ddccdf1b6',
  'darwin-arm64': 'dacdc3587682c04cf27e67c8878ca2d755230b6ad63c0c6ebddd7348ae90ed94',
};

/** Where Temporal's program is fetched from, what its archive must be, and how long that may take. */
export interface TemporalArchive {
  /** `<host>/cli/archive/v<version>?platform=&arch=` */
  host: string;
  /** Of the archive for this platform; without it the program is built before it is fetched. */
  sha256: string | undefined;
  connectMs: number;
  /** From the first connection to the end of the archive. */
  totalMs: number;
}

const platform = process.platform === 'win32' ? 'windows' : process.platform;
const arch = process.arch === 'x64' ? 'amd64' : process.arch;

export const publisher: TemporalArchive = {
  host: 'https://temporal.download',
  sha256: PUBLISHED[`${platform}-${arch}`],
  connectMs: 3_000,
  totalMs: 60_000,
};

const MAX_REDIRECTS = 5;

/** The answer to a GET, redirects followed; a host that takes longer than `connectMs` to connect is an error. */
async function open(url: URL, connectMs: number, signal: AbortSignal, redirects = 0): Promise<IncomingMessage> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const request: ClientRequest = (isSecure ? getSecure : getPlain)(url, { signal, agent: false }, resolve);
    const late = setTimeout(
      () => request.destroy(new Error(`no connection to ${url.host} within ${connectMs / 1000} s`)),
      connectMs,
    );
    request.once('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(late)));
    request.once('close', () => clearTimeout(late));
    request.on('error', reject);
  });
  const { statusCode = 0, headers } = answer;
  if (statusCode >= 300 && statusCode < 400 && headers.location) {
    answer.resume();
    if (redirects === MAX_REDIRECTS) throw new Error(`more than ${MAX_REDIRECTS} redirects`);
    const next = new URL(headers.location, url);
    if (next.protocol !== url.protocol) throw new Error(`${url.host} redirects to ${next.protocol}//${next.host}`);
    return open(next, connectMs, signal, redirects + 1);
  }
  if (statusCode !== 200) {
    answer.resume();
    throw new Error(`${url.host} answers ${statusCode}`);
  }
  return answer;
}

/** Writes the archive to a file and gives its SHA-256. */
async function save(url: URL, file: string, { connectMs, totalMs }: TemporalArchive): Promise<string> {
  const signal = AbortSignal.timeout(totalMs);
  try {
    const answer = await open(url, connectMs, signal);
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(answer, hashing, createWriteStream(file), { signal });
    return hash.digest('hex');
  } catch (error) {
    if (signal.aborted) throw new Error(`the archive did not arrive within ${totalMs / 1000} s`, { cause: error });
    throw error;
  }
}

/**
 * Puts the program of the archive at `target`. With a SHA-256, an archive that differs from it is neither unpacked nor
 * kept. Never throws: a start goes on with the next source.
 */
export async function fetchTemporal(from: TemporalArchive, target: string): Promise<{ problem: string } | null> {
  const folder = await mkdtemp(join(tmpdir(), 'sponsio-temporal-'));
  try {
    const url = new URL(`/cli/archive/v${temporalVersion}?platform=${platform}&arch=${arch}`, from.host);
    const archive = join(folder, 'temporal.tar.gz');
    const sha256 = await save(url, archive, from);
    if (from.sha256 && sha256 !== from.sha256)
      return { problem: `the archive of ${from.host} is not the published one: its SHA-256 is ${sha256}` };
    const unpacked = await runToEnd('tar', ['-xzf', archive, '-C', folder, 'temporal']);
    if (unpacked.code !== 0) return { problem: `the archive could not be unpacked: ${unpacked.output.trim()}` };
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(folder, 'temporal'), `${target}.new`);
    chmodSync(`${target}.new`, 0o755);
    renameSync(`${target}.new`, target);
    return null;
  } catch (error) {
    return { problem: `${from.host} gave no archive: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(`${target}.new`, { force: true });
  }
}
