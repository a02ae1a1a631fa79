import { expect, it } from 'vitest';
import { ageAt } from '../../../../server/features/privacy/rules.ts';

it.each([
  ['2008-11-21', '2026-11-20T23:59:59Z', 17],
  ['2008-11-21', '2026-11-21T00:00:00Z', 18],
  ['2008-02-29', '2026-02-28T23:00:00Z', 17],
  ['2008-02-29', '2026-03-01T00:00:00Z', 18],
  ['2030-01-01', '2026-11-21T00:00:00Z', -4],
])('a person born on %s is, at %s, %i years old', (birthDate, at, age) => {
  expect(ageAt(birthDate, new Date(at))).toBe(age);
});
