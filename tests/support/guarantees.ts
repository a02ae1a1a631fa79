import { readFileSync } from 'node:fs';

/** Something that holds, and the tests that show it, by their file below `tests` and their title. */
export interface Guarantee {
  /** Its row, where a table names it. */
  row?: string;
  holds: string;
  by: readonly (readonly [file: string, title: string])[];
}

const sources = new Map<string, string>();
const sourceOf = (file: string): string => {
  const known = sources.get(file) ?? readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  sources.set(file, known);
  return known;
};

/** Whether a test has that title, or one that begins so and ends with its case; one that is left out holds nothing. */
const isTested = (source: string, title: string): boolean => {
  const plain = source.indexOf(title.includes("'") ? `"${title}"` : `'${title}'`);
  const at = plain >= 0 ? plain : source.indexOf(`\`${title}: \${`);
  return at >= 0 && !/\.(skip|todo|fails)\(\s*$/u.test(source.slice(0, at));
};

/** Those without a test of that title in that file. */
export const withoutTest = (list: readonly Guarantee[]): string[] =>
  list.flatMap(({ row, holds, by }) => [
    ...(by.length === 0 ? [`${holds}: no test`] : []),
    ...by
      .filter(([file, title]) => !isTested(sourceOf(file), title))
      .map(([file, title]) => `${row ?? ''} ${file}: ${title}`),
  ]);
