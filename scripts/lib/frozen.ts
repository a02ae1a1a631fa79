import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Files that never change once they are committed, listed with their checksums. Paths are relative to the repository. */
export interface FrozenFiles {
  list: string;
  /** Files and folders. */
  places: readonly string[];
  /** What to do instead of changing one. */
  instead: string;
}

export const FROZEN: readonly FrozenFiles[] = [
  {
    list: 'db/frozen.sha256',
    places: ['db/migrations', 'db/baseline', 'db/sql', 'db/secure-table.ts', 'db/sql-file.ts'],
    instead:
      'Databases were made with this file: leave it as it is and add a new migration, a new .sql file or a new helper.',
  },
  {
    list: 'tests/workflows/histories.sha256',
    places: ['tests/workflows/histories'],
    instead:
      'Workflows with this history may be running: leave it as it is, put the change behind patched() and record a history under a new name.',
  },
];

export interface FrozenState {
  /** Listed files with another content, or none. */
  changed: string[];
  /** Files that are not listed yet. */
  added: string[];
}

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

function filesIn(root: string, place: string): string[] {
  const path = join(root, place);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [place];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function readList(root: string, list: string): Map<string, string> {
  if (!existsSync(join(root, list))) return new Map();
  const lines = readFileSync(join(root, list), 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

export function compareFrozen(root: string, { list, places }: FrozenFiles): FrozenState {
  const listed = readList(root, list);
  const present = places.flatMap((place) => filesIn(root, place)).sort();
  return {
    changed: [...listed]
      .filter(([file, sum]) => !present.includes(file) || sha256(join(root, file)) !== sum)
      .map(([file]) => file),
    added: present.filter((file) => !listed.has(file)),
  };
}

/** Adds new files to the list, in the format of `sha256sum`; lines that are there stay as they are. */
export function freeze(root: string, frozen: FrozenFiles): string[] {
  const { added } = compareFrozen(root, frozen);
  const listed = readList(root, frozen.list);
  for (const file of added) listed.set(file, sha256(join(root, file)));
  const lines = [...listed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([file, sum]) => `${sum}  ${file}\n`);
  writeFileSync(join(root, frozen.list), lines.join(''));
  return added;
}
