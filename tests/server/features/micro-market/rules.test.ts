import { expect, test } from 'vitest';
import { bayesianRating, enough, isAvailableNow, medianOf } from '../../../../server/features/micro-market/rules.ts';

const now = new Date('2026-11-25T12:00:00Z');
const ago = (days: number): Date => new Date(now.getTime() - days * 24 * 3_600_000);

test('the median of an even number is the mean of the middle two, and fewer than ten values are too few', () => {
  expect([medianOf([]), medianOf([3, 1, 2]), medianOf([4, 1, 3, 2])]).toEqual([null, 2, 2.5]);
  expect([enough(5, 9), enough(5, 10)]).toEqual([
    { value: null, n: 9 },
    { value: 5, n: 10 },
  ]);
});

test('a rating starts at 4.0 and moves with the stars by the weight of five ratings', () => {
  expect(bayesianRating({ stars: 0, ratings: 0 })).toBe(4);
  expect(bayesianRating({ stars: 25, ratings: 5 })).toBe(4.5);
});

test('available now is switched on, active within seven days here or on a network, with room', () => {
  const work = { activeAt: ago(30), openWork: 1, capacity: 2 };
  const on = { available: true, lastPostAt: ago(6) };
  expect(isAvailableNow(on, work, now)).toBe(true);
  expect(isAvailableNow({ ...on, available: false }, work, now)).toBe(false);
  expect(isAvailableNow({ ...on, lastPostAt: ago(8) }, work, now)).toBe(false);
  expect(isAvailableNow({ ...on, lastPostAt: null }, { ...work, activeAt: ago(1) }, now)).toBe(true);
  expect(isAvailableNow(on, { ...work, openWork: 2 }, now)).toBe(false);
});
