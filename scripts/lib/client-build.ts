import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { StartFailure } from './failure.ts';
import { runToEnd } from '../stack/launch.ts';
import { projectRoot } from './paths.ts';

/** Sources of the client and its build; of the server only the files that the browser may import. */
const sources = [
  'src',
  'locales',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/lib/compressed-files.ts',
  'scripts/lib/outlines.ts',
  'scripts/lib/route-files.ts',
  'scripts/lib/route-tree.ts',
  'package-lock.json',
  'server/core',
  'server/features',
];
const keyFile = join(projectRoot, 'dist', 'client-build.json');
const indexFile = join(projectRoot, 'dist', 'client', 'index.html');

function* filesBelow(path: string): Generator<string> {
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isDirectory()) yield* filesBelow(join(path, entry.name));
    else yield join(path, entry.name);
  }
}

function reachesTheBrowser(path: string): boolean {
  return !path.startsWith('server/features/') || /\/(schema|rules)\.ts$/.test(path);
}

/** A value that changes whenever a source of the client changes. */
export function clientSourceKey(root = projectRoot): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    const files = source.includes('.') ? [path] : [...filesBelow(path)];
    for (const file of files) {
      const name = relative(root, file);
      if (!reachesTheBrowser(name)) continue;
      hash.update(name).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

export function isClientCurrent(key: string): boolean {
  if (!existsSync(indexFile) || !existsSync(keyFile)) return false;
  return (JSON.parse(readFileSync(keyFile, 'utf8')) as { key?: string }).key === key;
}

/** Builds the browser client unless the last build was made from the same sources. Returns whether it built. */
export async function buildClient(force = false): Promise<boolean> {
  const key = clientSourceKey();
  if (!force && isClientCurrent(key)) return false;
  const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = await runToEnd(process.execPath, [vite, 'build'], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (result.code !== 0)
    throw new StartFailure(`The client could not be built:\n${result.output.trim().split('\n').slice(-25).join('\n')}`);
  mkdirSync(join(projectRoot, 'dist'), { recursive: true });
  // Compute the key again: the build may write the generated route tree into src.
  writeFileSync(keyFile, JSON.stringify({ key: clientSourceKey() }));
  return true;
}
