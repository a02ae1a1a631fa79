import { compareFrozen, freeze, FROZEN } from './lib/frozen.ts';
import { readFlags } from './lib/flags.ts';
import { projectRoot } from './lib/paths.ts';
import { print } from './lib/progress.ts';

const HELP = `npm run freeze

Adds new migrations, SQL files and recorded workflow histories to the lists of files that do not change any more.
Ends with an error where a listed file was changed or removed; the test of these lists fails then, too.
`;

const { values } = readFlags({ options: { help: { type: 'boolean', short: 'h' } } });
if (values.help) {
  print(HELP);
  process.exit(0);
}
for (const frozen of FROZEN) {
  for (const file of freeze(projectRoot, frozen)) print(`frozen ${file}`);
  const { changed } = compareFrozen(projectRoot, frozen);
  if (changed.length === 0) continue;
  process.exitCode = 1;
  print(`${changed.map((file) => `changed ${file}`).join('\n')}\n${frozen.instead}`);
}
