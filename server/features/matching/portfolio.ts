/** A creator who can be bought at a price, in minor units of one currency. */
export interface Offered {
  id: string;
  price: number;
  /** People reached in each part of the audience. */
  reach: Readonly<Record<string, number>>;
}

export interface Portfolio {
  ids: string[];
  price: number;
  /** People reached at least once. */
  reach: number;
}

/** Share of each part of the audience that no creator chosen so far reaches. */
type Missed = Map<string, number>;

const share = (reach: number, size: number): number => (size <= 0 ? 0 : Math.min(1, Math.max(0, reach / size)));

function gainOf({ reach }: Offered, sizes: Readonly<Record<string, number>>, missed: Missed): number {
  let gain = 0;
  for (const [part, people] of Object.entries(reach)) {
    const size = sizes[part] ?? 0;
    gain += size * (missed.get(part) ?? 1) * share(people, size);
  }
  return gain;
}

function take({ reach }: Offered, sizes: Readonly<Record<string, number>>, missed: Missed): void {
  for (const [part, people] of Object.entries(reach))
    missed.set(part, (missed.get(part) ?? 1) * (1 - share(people, sizes[part] ?? 0)));
}

/** People reached at least once by all of them, if audiences within one part overlap by chance. */
export function reachOf(chosen: readonly Offered[], sizes: Readonly<Record<string, number>>): number {
  const missed: Missed = new Map();
  return chosen.reduce((sum, item) => {
    const gain = gainOf(item, sizes, missed);
    take(item, sizes, missed);
    return sum + gain;
  }, 0);
}

/**
 * A set within the budget with high reach: the creator who adds most people for the money is taken, until none fits; or the single
 * best one, if that reaches more. Reach is monotone and submodular, so the better of the two has at least ½(1 − 1/e) of the
 * best possible reach.
 */
export function bestSet(
  offered: readonly Offered[],
  { budget, sizes }: { budget: number; sizes: Readonly<Record<string, number>> },
): Portfolio {
  let open = offered.filter(({ price }) => price <= budget);
  const missed: Missed = new Map();
  const greedy: Offered[] = [];
  let left = budget;
  while (open.length > 0) {
    let best: Offered | null = null;
    let [rate, most] = [0, 0];
    for (const item of open) {
      const gain = gainOf(item, sizes, missed);
      // A creator without a price adds most for the money: all of them come first, by reach.
      const own = item.price > 0 ? gain / item.price : gain > 0 ? Infinity : 0;
      if (own > rate || (own === rate && gain > most)) [best, rate, most] = [item, own, gain];
    }
    if (best === null) break;
    const taken = best;
    greedy.push(taken);
    take(taken, sizes, missed);
    left -= taken.price;
    open = open.filter((item) => item !== taken && item.price <= left);
  }
  const single = offered
    .filter(({ price }) => price <= budget)
    .map((item) => ({ item, reach: reachOf([item], sizes) }))
    .reduce<{ item: Offered; reach: number } | null>((a, b) => (a === null || b.reach > a.reach ? b : a), null);
  const reach = reachOf(greedy, sizes);
  if (single && single.reach > reach) return { ids: [single.item.id], price: single.item.price, reach: single.reach };
  return { ids: greedy.map(({ id }) => id), price: budget - left, reach };
}
