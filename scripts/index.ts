import { writeIndexes } from './lib/indexes.ts';
import { print } from './lib/progress.ts';

const HELP = `npm run index

Writes the indexes (*.gen.ts) of what the nouns register in their own folders. Run it after adding, renaming or
removing such a file; a test fails while an index is not current.
`;

if (process.argv.includes('--help') || process.argv.includes('-h')) print(HELP);
else for (const file of await writeIndexes()) print(`wrote ${file}`);
