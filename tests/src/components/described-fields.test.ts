import { expect, it } from 'vitest';
import { readSources } from '../../support/sources.ts';

/** Written by the control itself, or by what its attributes are spread from. */
const TIED = /aria-describedby|\{\.\.\.\w+/u;

it('a control with a hint or an error is announced with it', () => {
  // The fields of forms have their attributes from `useBoundField`.
  const files = readSources('src', /\.tsx$/u).filter(({ path }) => !path.startsWith('src/components/form/'));
  const fields = files.flatMap(({ path, text }) =>
    [...text.matchAll(/<Field\b(?:(?!<Field\b)[\s\S])*?<\/Field>/gu)].map(([field]) => ({ path, field })),
  );
  expect(fields.length).toBeGreaterThan(50);
  const silent = fields.filter(({ field }) => /^<Field[^>]*\s(?:hint|error)=/u.test(field) && !TIED.test(field));
  expect(silent.map(({ path, field }) => `${path}: ${field.slice(0, 60)}`)).toEqual([]);
});
