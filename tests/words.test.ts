import { expect, test } from 'vitest';
import { PENDING } from './support/banned-words.ts';
import { partsOf } from './support/source-parts.ts';
import { findings, wordedFiles } from './support/wording.ts';

const byFile = new Map(
  wordedFiles()
    .map((file) => [file, findings(file)] as const)
    .filter(([, found]) => found.length > 0),
);
const contains = (place: string, file: string) => file === place || file.startsWith(`${place}/`);

test('names, locale keys, comments, test titles and documents use the terms of the field', () => {
  const clean = [...byFile].filter(([file]) => !PENDING.some((place) => contains(place, file)));
  expect(clean.map(([file, found]) => `${file}\n  ${found.join('\n  ')}`)).toEqual([]);
});

test('a folder without old words is not listed as pending', () => {
  const done = PENDING.filter((place) => ![...byFile.keys()].some((file) => contains(place, file)));
  expect(done, 'take these out of PENDING in tests/support/banned-words.ts').toEqual([]);
});

test.for([
  ['const a = told + 1;', 'told', true],
  ["const a = 'told';", 'told', false],
  ['const a = `told ${heard}`;', 'heard', true],
  ['const a = `${`${told}`} said`;', 'told', true],
  ['const a = /"/; let told;', 'told', true],
  ['const a = b / 2; // told', 'told', false],
] as const)('%s: the name %s is read from code alone', ([source, name, expected]) => {
  expect(partsOf(source).identifiers.has(name)).toBe(expected);
});

test('comments are separated from strings, regular expressions and markup', () => {
  const source = [
    "const url = 'http://a'; // one",
    'const b = `// ${a /* two */}`;',
    'const c = /[/]/; // three',
    "const d = <p title='x'>it's</p>; /* four */",
    'const e = <A b={1} />; // five',
  ].join('\n');
  expect(partsOf(source).comments.map((c) => c.text)).toEqual([
    '// one',
    '/* two */',
    '// three',
    '/* four */',
    '// five',
  ]);
});

test('titles are the first argument of test, it and describe', () => {
  const source = "test('one', () => run('x')); describe(`two`, f); it.for([1])('three', () => {});";
  expect(partsOf(source).titles.map((t) => t.text)).toEqual(['one', 'two', 'three']);
});
