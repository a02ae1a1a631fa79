import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexes, searchAttributesIndex, type Index } from './lib/indexes.ts';
import { projectRoot } from './lib/paths.ts';

const HELP = `npm run index

Writes the indexes (*.gen.ts) of what the nouns register in their own folders. Run it after adding, renaming or
removing such a file; a test fails while an index is not current.
`;

function write({ file, text }: Index): void {
  const path = join(projectRoot, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  writeFileSync(path, text);
  process.stdout.write(`wrote ${file}\n`);
}

if (process.argv.includes('--help') || process.argv.includes('-h')) process.stdout.write(HELP);
else {
  indexes(projectRoot).forEach(write);
  write(await searchAttributesIndex());
}
