import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Generator, getConfig } from '@tanstack/router-generator';

export const ROUTE_TREE = 'src/route-tree.gen.ts';

/** Settings of the route generator, for the Vite plugin and for `npm run index`: both write the same file. */
export const ROUTE_OPTIONS = {
  target: 'react',
  routesDirectory: 'src/routes',
  generatedRouteTree: ROUTE_TREE,
  quoteStyle: 'single',
  semicolons: true,
  autoCodeSplitting: true,
  addExtensions: true,
} as const;

/** Writes the route tree of the route files under this root. */
export async function writeRouteTree(root: string): Promise<void> {
  const config = getConfig({ ...ROUTE_OPTIONS, disableLogging: true }, root);
  await new Generator({ config, root }).run();
}

/** The route tree as it should be: written in a copy, since the generator adds missing boilerplate to route files. */
export async function expectedRouteTree(root: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'sponsio-routes-'));
  try {
    await mkdir(join(copy, 'src'));
    await cp(join(root, 'src/routes'), join(copy, 'src/routes'), { recursive: true });
    await writeRouteTree(copy);
    return await readFile(join(copy, ROUTE_TREE), 'utf8');
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
