import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Import {
  /** Path from the root, or the package name. */
  target: string;
  external: boolean;
  typeOnly: boolean;
  /** Loaded by a call when it is needed. */
  dynamic: boolean;
}

/** Every .ts and .tsx file below a folder, as paths from the root. */
export function sources(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile() && /\.tsx?$/.test(e.name) && !e.name.endsWith('.gen.ts') && !e.name.endsWith('.d.ts'))
    .map((e) => path.relative(ROOT, path.join(e.parentPath, e.name)));
}

const STATEMENT =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?([^'";]*?)\s*from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** What a file imports; `import { type A, type B }` counts as type-only. */
export function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(STATEMENT)].map((m) => {
    const dynamic = m[6] !== undefined;
    const specifier = m[4] ?? m[5] ?? m[6] ?? '';
    const names =
      m[3]
        ?.replace(/[{}]/g, '')
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean) ?? [];
    const typeOnly = Boolean(m[2]) || (names.length > 0 && names.every((n) => n.startsWith('type ')));
    if (specifier.startsWith('@/'))
      return { target: path.join('src', specifier.slice(2)), external: false, typeOnly, dynamic };
    if (specifier.startsWith('.'))
      return {
        target: path.relative(ROOT, path.resolve(path.dirname(path.join(ROOT, file)), specifier)),
        external: false,
        typeOnly,
        dynamic,
      };
    return { target: specifier, external: true, typeOnly, dynamic };
  });
}
