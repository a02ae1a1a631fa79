import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflows } from '../../workflows/worker-temporal.ts';
import { projectRoot } from './paths.ts';

/** Workflows, and of the server everything that they could import. */
const sources = ['workflows', 'server'];
const folder = join(projectRoot, 'dist', 'workflows');
/** Bundles of older sources. */
const KEPT_MS = 24 * 3_600_000;

/** A value that changes whenever a source of the bundle, or a package, changes. */
export function workflowSourceKey(root = projectRoot): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const source of sources) {
    const files = readdirSync(join(root, source), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts')).sort())
      hash
        .update(`${source}/${file}\0`)
        .update(readFileSync(join(root, source, file)))
        .update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

/**
 * Path of the bundled workflows: bundling takes seconds of every start of a worker, so it is done once for the same
 * sources. A worker reads the file once, when it starts.
 */
export async function buildWorkflows(warn: (message: string) => void): Promise<string> {
  const path = join(folder, `${workflowSourceKey()}.js`);
  if (existsSync(path)) return path;
  const { code } = await bundleWorkflows(warn);
  mkdirSync(folder, { recursive: true });
  // Starts side by side may each write it; a reader sees the whole file.
  const written = `${path}.${process.pid}`;
  writeFileSync(written, code);
  renameSync(written, path);
  for (const name of readdirSync(folder))
    if (Date.now() - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > KEPT_MS)
      rmSync(join(folder, name), { force: true });
  return path;
}
