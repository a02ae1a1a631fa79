import { expect, it } from 'vitest';
import { readSources } from '../../support/sources.ts';

/** A refetch begins by itself, also while something is being typed: its failure must not take away what is on the screen. */
it('a screen gives way to an error only where it has nothing to show', () => {
  const files = readSources('src', /\.tsx$/u);
  expect(files.length).toBeGreaterThan(300);
  const giving = files
    .filter(({ text }) => /if \(query\.isError\)|\) : query\.isError \?/u.test(text))
    .map(({ path }) => path);
  expect(giving).toEqual([]);
});
