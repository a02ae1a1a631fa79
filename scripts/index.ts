import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indexes } from './lib/indexes.ts';
import { projectRoot } from './lib/paths.ts';

const HELP = `npm run index

Writes the indexes (*.gen.ts) of what the nouns register in their own folders. Run it after adding, renaming or
removing such a file; a test fails while an index is not current.
`;

if (process.argv.includes('--help') || process.argv.includes('-h')) process.stdout.write(HELP);
else
  for (const { file, text } of indexes(projectRoot)) {
    const path = join(projectRoot, file);
    if (currentText(path) === text) continue;
    writeFileSync(path, text);
    process.stdout.write(`wrote ${file}\n`);
  }

function currentText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
