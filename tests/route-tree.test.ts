import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../scripts/lib/paths.ts';
import { expectedRouteTree, ROUTE_TREE } from '../scripts/lib/route-tree.ts';

test('the committed route tree is the one of the route files: else `npm run index` was not run', async () => {
  expect(readFileSync(join(projectRoot, ROUTE_TREE), 'utf8')).toBe(await expectedRouteTree(projectRoot));
});
