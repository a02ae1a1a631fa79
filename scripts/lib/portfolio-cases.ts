import { bestSet, reachOf, type Offered } from '../../server/features/matching/portfolio.ts';

/** The same numbers in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const PARTS = ['a', 'b', 'c', 'd'];

interface Case {
  offered: Offered[];
  budget: number;
  sizes: Record<string, number>;
}

function randomCase(next: () => number): Case {
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

function bruteForce({ offered, budget, sizes }: Case): number {
  let best = 0;
  for (let set = 0; set < 1 << offered.length; set += 1) {
    const chosen = offered.filter((_, i) => (set >> i) & 1);
    if (chosen.reduce((sum, { price }) => sum + price, 0) <= budget) best = Math.max(best, reachOf(chosen, sizes));
  }
  return best;
}

/** Reach of the chosen set as a share of the best possible, and whether it keeps the budget and has each creator once. */
export function comparePortfolios(cases: number, seed: number): { share: number; isValid: boolean }[] {
  const next = random(seed);
  return Array.from({ length: cases }, () => {
    const made = randomCase(next);
    const { ids, price, reach } = bestSet(made.offered, made);
    const best = bruteForce(made);
    return {
      share: best === 0 ? 1 : reach / best,
      isValid: price <= made.budget && new Set(ids).size === ids.length && reach <= best * (1 + 1e-9),
    };
  });
}
