import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runToEnd } from '../stack/launch.ts';
import { StartFailure } from './failure.ts';
import { indexes } from './indexes.ts';
import { writeFeature } from './new-feature.ts';
import { projectRoot } from './paths.ts';
import { filesOfRoute, type Manifest, readRouteSources, routeOfFile, withImports } from './route-files.ts';

/** What one more route may add to the first load of every other page, gzipped; `/` has no part of it. */
export const EMPTY_ROUTE_BARS = { landing: 0, others: 100 } as const;

/** A copy of the working tree, without what git leaves out; packages are those of the project. */
function copyOfTree(): string {
  const root = mkdtempSync(join(tmpdir(), 'sponsio-route-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate', '-z'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  }).split('\0');
  for (const file of files) {
    if (file === '' || !existsSync(join(projectRoot, file))) continue;
    mkdirSync(dirname(join(root, file)), { recursive: true });
    copyFileSync(join(projectRoot, file), join(root, file));
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  return root;
}

/** Builds the client of a tree and sums up what its pages name as their scripts, by route. */
async function weigh(root: string, locale: string): Promise<Map<string, number>> {
  const built = await runToEnd(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (built.code !== 0) throw new StartFailure(`The client could not be built:\n${built.output.slice(-2000)}`);
  const client = join(root, 'dist/client');
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest;
  const sizes = new Map<string, number>();
  const sizeOf = (file: string): number => {
    const known = sizes.get(file) ?? gzipSync(readFileSync(join(client, file))).length;
    sizes.set(file, known);
    return known;
  };
  const sum = (files: Iterable<string>) => [...new Set(files)].reduce((total, file) => total + sizeOf(file), 0);
  // The routes of the project: those that both builds have.
  const sources = readRouteSources();
  const weights = new Map<string, number>();
  for (const file of Object.keys(sources)) {
    if (file === 'index.tsx' || /^(?:__root|_app|_public|\$)\.tsx$/u.test(file)) continue;
    weights.set(routeOfFile(file), sum(filesOfRoute(manifest, sources, file, locale)));
  }
  const start = ['src/start.tsx', `src/lib/texts/start/${locale}.ts`];
  const scripts = [...withImports(manifest, start)].flatMap((key) => manifest[key]?.file ?? []);
  weights.set('/', sum(scripts));
  return weights;
}

/**
 * What an empty feature with a screen (`npm run new`) adds to each route that is there already: bytes of gzipped
 * scripts in a language, from the manifests of two builds of a copy.
 */
export async function weighEmptyRoute(locale: string): Promise<{ route: string; added: number }[]> {
  const root = copyOfTree();
  try {
    const before = await weigh(root, locale);
    writeFeature(root, { nouns: 'empty-notes', noun: 'empty-note', stamp: '20991231T2359' });
    for (const { file, text } of indexes(root)) writeFileSync(join(root, file), text);
    const after = await weigh(root, locale);
    return [...before].map(([route, bytes]) => ({ route, added: (after.get(route) ?? 0) - bytes }));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
