import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveConfig } from 'vite';
import { explain, StartFailure } from './lib/failure.ts';
import { readFlags } from './lib/flags.ts';
import { generateTypes, typesFile } from './lib/generated-types.ts';
import { writeIndexes } from './lib/indexes.ts';
import { runToEnd } from './stack/launch.ts';
import { nextStamp, singularOf, writeFeature } from './lib/new-feature.ts';
import { projectRoot } from './lib/paths.ts';
import { print } from './lib/progress.ts';

const HELP = `npm run new -- feature NOUNS [--one NOUN]

Writes a feature that compiles: a table with its row security, schema, rules, queries, service, a router with one
procedure, a workflow with its activities, a screen with its route, fixtures, a test, and texts in eight languages; then
the generated files. NOUNS is plural, in small letters, words joined by a hyphen: brand-notes.

  --one NOUN   the singular, where it is not NOUNS without its s
`;

const { values, positionals } = readFlags({
  allowPositionals: true,
  options: { one: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});

async function addFeature(nouns: string): Promise<void> {
  const noun = values.one ?? singularOf(nouns);
  if (!noun) throw new StartFailure(`The singular of ${nouns} is not plain: name it with --one`);
  const { added, changed } = writeFeature(projectRoot, { nouns, noun, stamp: nextStamp(projectRoot, new Date()) });
  await writeIndexes();
  // Vite's router plugin writes the route tree when it reads its configuration.
  await resolveConfig({ root: projectRoot }, 'build');
  print('  the types of the tables, from a throw-away database …');
  writeFileSync(typesFile, await generateTypes());
  await runToEnd(process.execPath, [join(projectRoot, 'node_modules/oxfmt/bin/oxfmt'), ...added], { cwd: projectRoot });
  print(`
${added.map((file) => `  new   ${file}`).join('\n')}
${changed.map((file) => `  line  ${file}`).join('\n')}

Next:
  - rules, texts and the place of the screen are placeholders: change them. src/features/${nouns}/screens.ts names its
    area, locales/*/screens.json its title
  - after a change to the migration: npm run db:types; before its commit: npm run freeze
  - RECORD_HISTORIES=1 npx vitest run --project integration tests/workflows/${nouns}.integration.test.ts
    runs the test and saves a history, which later code must replay; then npm run freeze
  - ARCHITECTURE.md: name it in the layer of features that its imports give it
  - npm run check`);
}

const [what, nouns] = positionals;
if (values.help || what !== 'feature' || !nouns) {
  print(HELP);
  process.exit(values.help ? 0 : 2);
}
try {
  await addFeature(nouns);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
