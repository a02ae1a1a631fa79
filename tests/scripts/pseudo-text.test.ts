import { expect, test } from 'vitest';
import { pseudo, pseudoText } from '../../scripts/lib/pseudo-text.ts';

test('a pseudo text has no plain letter of its own, is 40 % longer, and keeps placeholders and tags', () => {
  const made = pseudoText('The quick brown fox jumps over the lazy dog. THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG');
  expect(made).not.toMatch(/[A-Za-z]/u);
  expect(made.length).toBeGreaterThanOrEqual(1.4 * 88);
  expect(pseudoText('Until {{date}}, <b>now</b>')).toMatch(/^⟦Û[^{]*\{\{date\}\}[^<]*<b>[^<A-Za-z]+<\/b>~+ ?~*⟧$/u);
});

test('every text of a file is changed, however deep', () => {
  expect(pseudo({ a: 'ab', b: { c: ['c'] } })).toEqual({ a: '⟦åƀ~⟧', b: { c: ['⟦ç~⟧'] } });
});
