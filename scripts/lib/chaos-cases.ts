/** Of the cases of a failpoint, which are numbered one after another, the first ones are kills and the others stop signals. */
export const CASES_OF_A_POINT = { kills: 4, stops: 2 } as const;
const EACH = CASES_OF_A_POINT.kills + CASES_OF_A_POINT.stops;
/** Thirteen steps have four each; the cases after theirs are of other acts that come through the same points. */
const NAMED_POINTS = 52;

export function countCases(numbers: readonly number[]): { kills: number; stops: number; points: number } {
  const kills = numbers.filter((n) => (n - 1) % EACH < CASES_OF_A_POINT.kills).length;
  const points = new Set(numbers.map((n) => Math.floor((n - 1) / EACH)).filter((point) => point < NAMED_POINTS));
  return { kills, stops: numbers.length - kills, points: points.size };
}

/** Two of ten acts, an act with itself included. */
export const PAIRS_OF_A_SEED = 55;
