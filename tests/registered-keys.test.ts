import path from 'node:path';
import { expect, test } from 'vitest';
import { indexes } from '../scripts/lib/indexes.ts';
import { TABLES } from '../server/features/tables.gen.ts';
import { ROOT } from './support/imports.ts';

/** Keys that more than one of these objects has, each with its owners. */
function sharedKeys(objects: readonly (readonly [owner: string, keys: readonly string[]])[]): string[] {
  const owners = new Map<string, string[]>();
  for (const [owner, keys] of objects) for (const key of keys) owners.set(key, [...(owners.get(key) ?? []), owner]);
  return [...owners].filter(([, of]) => of.length > 1).map(([key, of]) => `${key}: ${of.join(', ')}`);
}

/** The indexes that are one object of what each noun exports, with the files they are made from. */
const SUMS = indexes(ROOT)
  .map(({ file, text }) => ({
    file,
    name: /^export const (\w+) = \{\n {2}\.\.\./mu.exec(text)?.[1],
    parts: [...text.matchAll(/from '(\.[^']+)'/gu)].map(([, target]) => path.join(ROOT, path.dirname(file), target!)),
  }))
  .flatMap(({ name, ...sum }) => (name === undefined ? [] : [{ ...sum, name }]));

test('the indexes of keys are found', () => {
  expect(SUMS.map(({ name }) => name).sort()).toEqual(
    'APPROVALS CASES CONTACTS FINDS MAILS NOTICES REFUSALS RIGHTS SCREENS TYPES'.split(' '),
  );
});

test.each(SUMS)('no key of $name is registered by two nouns: the later one would replace the other', async (sum) => {
  const objects = await Promise.all(
    sum.parts.map(async (file) => {
      const exported = (await import(file)) as Record<string, object>;
      return [path.relative(ROOT, file), Object.keys(exported[sum.name] ?? {})] as const;
    }),
  );
  expect(objects.flatMap(([, keys]) => keys)).not.toEqual([]);
  expect(sharedKeys(objects)).toEqual([]);
});

test('no table has two owners', () => {
  expect(sharedKeys(Object.entries(TABLES).map(([feature, tables]) => [feature, Object.keys(tables)]))).toEqual([]);
});

test('a key of two nouns is reported with both', () => {
  expect(
    sharedKeys([
      ['offers', ['sent', 'open']],
      ['ads', ['open']],
    ]),
  ).toEqual(['open: offers, ads']);
});
