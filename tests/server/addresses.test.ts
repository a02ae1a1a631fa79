import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ADDRESSES } from '../../server/core/addresses.ts';
import { readRouteSources, routeOfFile } from '../../scripts/lib/route-files.ts';
import { readSources } from '../support/sources.ts';

const LAYOUTS = ['__root.tsx', '_app.tsx', '_public.tsx', '$.tsx'];
/** The address of each file of the route tree, e.g. `/my-campaigns/$campaignId`. */
const ROUTES = Object.entries(readRouteSources())
  .filter(([file]) => !LAYOUTS.includes(file))
  .map(([file, source]) => ({ path: routeOfFile(file), source }));

const made = Object.entries(ADDRESSES).map(([name, address]): [string, string] => [
  name,
  typeof address === 'string' ? address : (address as (...ids: string[]) => string)('0197', '0198'),
]);

test.each(made)('the address %s of the server is one of the client: %s', (_, address) => {
  const tree = readFileSync('src/route-tree.gen.ts', 'utf8');
  const { pathname, searchParams } = new URL(address, 'http://app.invalid');
  const route = ROUTES.find(({ path }) => new RegExp(`^${path.replaceAll(/\$\w+/gu, '[^/]+')}$`, 'u').test(pathname));
  expect(tree).toContain(`'${route?.path}'`);
  for (const key of searchParams.keys())
    expect(route?.source, `${route?.path} reads ?${key}`).toContain(`raw['${key}']`);
});

test('no other module of the server writes the address of a screen', () => {
  const screens = new Set(ROUTES.flatMap(({ path }) => /^\/([\w-]+)/u.exec(path)?.[1] ?? []));
  const written = new RegExp(
    `(?<!from )[\`'](?:\\$\\{\\w+\\})?/(?:${[...screens].join('|')})(?:[/?#][^\`'\\n]*)?[\`']`,
    'gu',
  );
  const found = [...readSources('server', /\.ts$/u), ...readSources('workflows', /\.ts$/u)]
    .filter(({ path }) => path !== 'server/core/addresses.ts')
    .flatMap(({ path, text }) => [...text.matchAll(written)].map(([address]) => `${path} ${address}`));
  expect(found).toEqual([]);
});

test('the client casts no address and no search parameters', () => {
  const cast = /(?:\bto|href|search|params|path|link)\b[^\n]*\bas (?:string|never)\b/iu;
  const found = readSources('src', /\.tsx?$/u)
    .filter(({ path }) => !path.endsWith('.gen.ts'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line) => (cast.test(line) ? [`${path}: ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});
