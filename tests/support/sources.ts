import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Source {
  path: string;
  text: string;
}

/** The files of the project beneath `folder` whose path matches; for guarantees about the code itself. */
export function readSources(folder: string, matching: RegExp): Source[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => matching.test(path) && !path.includes('node_modules'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}
