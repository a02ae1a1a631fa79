import { expect, test } from 'vitest';
import { comparePortfolios } from '../../../../scripts/lib/portfolio-cases.ts';
import { bestSet, reachOf } from '../../../../server/features/matching/portfolio.ts';

test('a set under a budget reaches at least .316 of the best possible in each of 1,000 random cases', () => {
  const compared = comparePortfolios(1_000, 20_261_124);
  expect(compared.filter(({ share, isValid }) => share < 0.316 || !isValid)).toEqual([]);
  expect(compared.reduce((sum, { share }) => sum + share, 0) / compared.length).toBeGreaterThan(0.9);
});

test('one who reaches far more is taken instead of a cheap one with more people for the money', () => {
  const found = bestSet(
    [
      { id: 'cheap', price: 1, reach: { a: 2 } },
      { id: 'great', price: 100, reach: { a: 100 } },
    ],
    { budget: 100, sizes: { a: 1_000 } },
  );
  expect(found).toEqual({ ids: ['great'], price: 100, reach: 100 });
});

test('people whom two creators reach are counted once', () => {
  const item = { id: 'x', price: 1, reach: { a: 500 } };
  expect(reachOf([item, { ...item, id: 'y' }], { a: 1_000 })).toBe(750);
});

test('no creator who costs more than the budget is taken', () => {
  expect(bestSet([{ id: 'x', price: 2, reach: { a: 1 } }], { budget: 1, sizes: { a: 9 } })).toEqual({
    ids: [],
    price: 0,
    reach: 0,
  });
});
