import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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

/** An object with what the file `from` of every noun exports as `name`, spread into one. */
function spreadOf(root: string, from: string, name: string): string[] {
  const nouns = nounsWith(root, 'server/features', from);
  return [
    ...nouns.map((noun) => `import { ${name} as ${camel(noun)} } from './${noun}/${from}';`),
    '',
    `export const ${name} = {`,
    ...nouns.map((noun) => `  ...${camel(noun)},`),
    '} as const;',
  ];
}

/** Every generated index: what the nouns register in their own folders, once for each reader. */
export function indexes(root: string): Index[] {
  const features = 'server/features';
  const routers = nounsWith(root, features, 'router.ts');
  return [
    file(`${features}/routers.gen.ts`, [
      ...routers.map((noun) => `import { ${camel(noun)}Router } from './${noun}/router.ts';`),
      '',
      'export const ROUTERS = {',
      ...routers.map((noun) => `  ${camel(noun)}: ${camel(noun)}Router,`),
      '};',
    ]),
    file(`${features}/refusals.gen.ts`, spreadOf(root, 'refusals.ts', 'REFUSALS')),
    file(`${features}/notices.gen.ts`, spreadOf(root, 'notices.ts', 'NOTICES')),
  ];
}
