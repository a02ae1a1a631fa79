import { writeIndexes } from './lib/indexes.ts';
import { projectRoot } from './lib/paths.ts';
import { print } from './lib/progress.ts';
import { ROUTE_TREE, writeRouteTree } from './lib/route-tree.ts';

const HELP = `npm run index

Writes the indexes (*.gen.ts) of what the nouns register in their own folders, and the route tree of src/routes. Run
it after adding, renaming or removing such a file; a test fails while one of them is not current.
`;

if (process.argv.includes('--help') || process.argv.includes('-h')) print(HELP);
else {
  for (const file of await writeIndexes()) print(`wrote ${file}`);
  await writeRouteTree(projectRoot);
  print(`wrote ${ROUTE_TREE}`);
}
