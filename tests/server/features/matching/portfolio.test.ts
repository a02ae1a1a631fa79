import { expect, test } from 'vitest';
import { bestSet, reachOf, type Offered } from '../../../../server/features/matching/portfolio.ts';

/** The same numbers in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const PARTS = ['a', 'b', 'c', 'd'];

function randomCase(next: () => number): { offered: Offered[]; budget: number; sizes: Record<string, number> } {
  const sizes = Object.fromEntries(PARTS.map((part) => [part, 1_000 + Math.floor(next() * 100_000)]));
  const count = 2 + Math.floor(next() * 9);
  const offered = Array.from({ length: count }, (_, i) => ({
    id: `${i}`,
    // Prices spread over three orders of magnitude: with even ones greedy is nearly always best.
    price: 1 + Math.floor(10 ** (next() * 3)),
    reach: Object.fromEntries(
      PARTS.filter(() => next() < 0.6).map((part) => [part, Math.floor(sizes[part]! * next() ** 2)]),
    ),
  }));
  const total = offered.reduce((sum, { price }) => sum + price, 0);
  return { offered, budget: Math.max(1, Math.floor(total * next())), sizes };
}

function bruteForce({ offered, budget, sizes }: ReturnType<typeof randomCase>): number {
  let best = 0;
  for (let set = 0; set < 1 << offered.length; set += 1) {
    const chosen = offered.filter((_, i) => (set >> i) & 1);
    if (chosen.reduce((sum, { price }) => sum + price, 0) <= budget) best = Math.max(best, reachOf(chosen, sizes));
  }
  return best;
}

test('a set under a budget reaches at least .316 of the best possible in each of 1,000 random cases', () => {
  const next = random(20_261_124);
  const shares: number[] = [];
  for (let i = 0; i < 1_000; i += 1) {
    const made = randomCase(next);
    const found = bestSet(made.offered, made);
    expect(found.price).toBeLessThanOrEqual(made.budget);
    expect(new Set(found.ids).size).toBe(found.ids.length);
    const best = bruteForce(made);
    const ratio = best === 0 ? 1 : found.reach / best;
    expect(ratio).toBeGreaterThanOrEqual(0.316);
    expect(ratio).toBeLessThanOrEqual(1 + 1e-9);
    shares.push(ratio);
  }
  const mean = shares.reduce((sum, x) => sum + x, 0) / shares.length;
  process.stdout.write(`best set under a budget: mean ${mean.toFixed(4)}, lowest ${Math.min(...shares).toFixed(4)}\n`);
  expect(mean).toBeGreaterThan(0.9);
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
