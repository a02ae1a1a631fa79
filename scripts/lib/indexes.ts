import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './paths.ts';

export interface Index {
  /** Path from the root. */
  file: string;
  text: string;
}

const camel = (noun: string): string => noun.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Folders of `folder` that hold a file of this name. */
const nounsWith = (root: string, folder: string, file: string): string[] =>
  readdirSync(join(root, folder))
    .filter((noun) => existsSync(join(root, folder, noun, file)))
    .sort();

const file = (path: string, lines: readonly string[]): Index => ({
  file: path,
  text: `// Written by \`npm run index\` from the files it imports.\n${lines.join('\n')}\n`,
});

/** The files of a folder that holds one for each noun. */
const nounsOf = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.gen.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort();

/** One object of what the file of every noun exports as `name`. */
function sumOf(name: string, nouns: readonly string[], fileOf: (noun: string) => string, here = './'): string[] {
  return [
    ...nouns.map((noun) => `import { ${name} as ${camel(noun)} } from '${here}${fileOf(noun)}';`),
    '',
    `export const ${name} = {`,
    ...nouns.map((noun) => `  ...${camel(noun)},`),
    '} as const;',
  ];
}

/** Files of a feature that are pure and summed for server and client: `refusals.ts` exports `REFUSALS`. */
const SUMS = ['approvals', 'cases', 'contacts', 'finds', 'mails', 'notices', 'refusals', 'rights'];

/** Every generated index: what the nouns register in their own folders, once for each reader. */
export function indexes(root: string): Index[] {
  const features = 'server/features';
  const routers = nounsWith(root, features, 'router.ts');
  const registering = nounsWith(root, features, 'register.ts');
  const owners = nounsWith(root, features, 'tables.ts');
  const tested = nounsOf(root, 'tests/fixtures');
  const namespaces = readdirSync(join(root, 'locales/en'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
  const processes = nounsOf(root, 'workflows/types');
  return [
    file(`${features}/routers.gen.ts`, [
      ...routers.map((noun) => `import { ${camel(noun)}Router } from './${noun}/router.ts';`),
      '',
      'export const ROUTERS = {',
      ...routers.map((noun) => `  ${camel(noun)}: ${camel(noun)}Router,`),
      '};',
    ]),
    ...SUMS.map((name) =>
      file(
        `${features}/${name}.gen.ts`,
        sumOf(name.toUpperCase(), nounsWith(root, features, `${name}.ts`), (noun) => `${noun}/${name}.ts`),
      ),
    ),
    file(`${features}/tables.gen.ts`, [
      "import type { TableTypes } from '../core/tables.ts';",
      ...owners.map((noun) => `import { TABLES as ${camel(noun)} } from './${noun}/tables.ts';`),
      '',
      '/** By the feature that owns them. */',
      'export const TABLES: Readonly<Record<string, TableTypes>> = {',
      ...owners.map((noun) => (noun.includes('-') ? `  '${noun}': ${camel(noun)},` : `  ${noun},`)),
      '};',
    ]),
    file(`${features}/registrations.gen.ts`, [
      "import type { Registration } from '../registration.ts';",
      ...registering.map((noun) => `import { register as ${camel(noun)} } from './${noun}/register.ts';`),
      '',
      'export const REGISTRATIONS: readonly Registration[] = [',
      ...registering.map((noun) => `  ${camel(noun)},`),
      '];',
    ]),
    file(
      'workflows/types.gen.ts',
      sumOf('TYPES', processes, (noun) => `types/${noun}.ts`),
    ),
    // The entry of the workflow bundle: every workflow by the name it is started under.
    file(
      'workflows/index.gen.ts',
      processes.map((noun) => `export * from './${noun}.ts';`),
    ),
    file(
      'src/lib/screens.gen.ts',
      sumOf('SCREENS', nounsWith(root, 'src/features', 'screens.ts'), (noun) => `../features/${noun}/screens.ts`, ''),
    ),
    file('src/texts.gen.ts', [
      ...namespaces.map((name) => `import type ${camel(name)} from '../locales/en/${name}.json';`),
      '',
      '/** English is the reference: a key that is not there does not compile. */',
      'export interface Texts {',
      ...namespaces.map((name) => `  ${name.includes('-') ? `'${name}'` : name}: typeof ${camel(name)};`),
      '}',
    ]),
    file('tests/fixtures/index.gen.ts', [
      "import type { NounFixtures } from '../support/fixtures.ts';",
      ...tested.map((noun) => `import { fixtures as ${camel(noun)} } from './${noun}.ts';`),
      '',
      'export const NOUNS: readonly NounFixtures[] = [',
      ...tested.map((noun) => `  ${camel(noun)},`),
      '];',
    ]),
    file('workflows/activities/index.gen.ts', [
      ...processes.map((noun) => `import * as ${camel(noun)} from './${noun}.ts';`),
      '',
      'export const ACTIVITIES = [',
      ...processes.map((noun) => `  ${camel(noun)},`),
      '];',
    ]),
  ];
}

/** What the namespace of docker-compose.yml registers. Imported late: it reads an index that may be missing. */
export async function searchAttributesIndex(): Promise<Index> {
  const { SEARCH_ATTRIBUTES } = await import('../../workflows/contracts.ts');
  const lines = Object.entries(SEARCH_ATTRIBUTES).map(
    ([name, type]) => `${name} ${type.charAt(0)}${type.slice(1).toLowerCase()}\n`,
  );
  return { file: 'scripts/compose/search-attributes.gen.txt', text: lines.join('') };
}

/** Writes those that are not current; returns their paths. */
export async function writeIndexes(): Promise<string[]> {
  const written: string[] = [];
  const write = ({ file: target, text }: Index): void => {
    const path = join(projectRoot, target);
    if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
    writeFileSync(path, text);
    written.push(target);
  };
  indexes(projectRoot).forEach(write);
  write(await searchAttributesIndex());
  return written;
}
