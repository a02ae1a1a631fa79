import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { StartFailure } from './failure.ts';
import { OUTLINE_BAR } from './outlines.ts';
import { type Manifest, withImports } from './route-files.ts';

/** Code that is loaded when it is shown: the route that shows it, and the most gzipped bytes that it may add to that page. */
const PARTS = [
  {
    what: 'chart kit',
    source: 'src/components/charts/kit.tsx',
    route: 'src/routes/_app/creator/$handle.tsx',
    bar: 30_000,
  },
  {
    what: 'code of the map',
    source: 'src/components/map/PointMap.tsx',
    route: 'src/routes/_app/discovery/index.tsx',
    bar: 20_000,
  },
] as const;

export interface PartWeight {
  what: string;
  bytes: number;
  bar: number;
}

/** The parts of a built client, and its heaviest outline of a country. */
export function weighParts(client: string): PartWeight[] {
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  const filesOf = (keys: readonly string[]) =>
    new Set([...withImports(manifest, keys)].flatMap((key) => manifest[key]?.file ?? []));
  const bytesOf = (file: string) => gzipSync(readFileSync(join(client, file))).length;
  const parts = PARTS.map(({ what, source, route, bar }) => {
    const page = Object.keys(manifest).filter(
      (key) => key.startsWith('src/routes/_app.tsx?') || key.startsWith(`${route}?`),
    );
    const before = filesOf(['index.html', ...page]);
    if (!(source in manifest)) throw new StartFailure(`${source} is no chunk of its own.`);
    const own = [...filesOf([source])].filter((file) => !before.has(file) && file.endsWith('.js'));
    return { what, bytes: own.reduce((sum, file) => sum + bytesOf(file), 0), bar };
  });
  const [heaviest] = readdirSync(join(client, 'outlines'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, bytes: bytesOf(join('outlines', name)) }))
    .toSorted((one, other) => other.bytes - one.bytes);
  if (!heaviest) throw new StartFailure('The build has no outlines of countries.');
  return [...parts, { what: `heaviest outline (${heaviest.name})`, bytes: heaviest.bytes, bar: OUTLINE_BAR }];
}
