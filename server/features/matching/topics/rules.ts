/** How often two topics are covered by the same creators; a topic with itself: by how many. */
export interface PairCount {
  a: string;
  b: string;
  count: number;
}

/** For each topic its positive pointwise mutual information with each other: how much more often than by chance they go together. */
export function ppmiOf(pairs: readonly PairCount[], creators: number): Map<string, Record<string, number>> {
  const single = new Map(pairs.flatMap(({ a, b, count }) => (a === b ? [[a, count] as const] : [])));
  const rows = new Map<string, Record<string, number>>();
  for (const { a, b, count } of pairs) {
    const expected = ((single.get(a) ?? 0) * (single.get(b) ?? 0)) / Math.max(creators, 1);
    const information = expected > 0 ? Math.log2(count / expected) : 0;
    if (information <= 0) continue;
    rows.set(a, { ...rows.get(a), [b]: information });
  }
  return rows;
}

/** Topics of a creator: the sum of the rows of what the creator covers. A topic that no row is known of stands for itself. */
export function topicVector(
  niches: readonly string[],
  ppmi: ReadonlyMap<string, Readonly<Record<string, number>>>,
): Record<string, number> {
  const vector: Record<string, number> = {};
  for (const niche of niches)
    for (const [topic, value] of Object.entries(ppmi.get(niche) ?? { [niche]: 1 }))
      vector[topic] = (vector[topic] ?? 0) + value;
  return vector;
}

/** The mean of several vectors, each of length one: every seed counts alike. */
export function meanOf(vectors: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const mean: Record<string, number> = {};
  for (const vector of vectors) {
    const length = Math.sqrt(Object.values(vector).reduce((sum, x) => sum + x * x, 0));
    for (const [topic, value] of Object.entries(vector))
      mean[topic] = (mean[topic] ?? 0) + value / Math.max(length, Number.MIN_VALUE) / vectors.length;
  }
  return mean;
}
