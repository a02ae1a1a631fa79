import type { Platform } from '../../terms/schema.ts';
import type { EngagementFormula } from '../schema.ts';

/** An engagement rate is compared with its own cell: network, formula and size of the account. Own figures from so many on. */
export const MIN_IN_CELL = 200;

/** Whole percent of the accounts of a cell that have a lower rate, rounded down: what is said of it is never too much. */
export const percentileOf = ({ below, n }: { below: number; n: number }): number =>
  n === 0 ? 0 : Math.floor((below * 100) / n);

/** Rates in basis points that count as low, usual and high in a cell. */
export interface Benchmark {
  low: number;
  averageFrom: number;
  averageTo: number;
  high: number;
}

interface Start {
  platform: Platform;
  formula: EngagementFormula;
  /** The day from which on the rows hold. */
  from: string;
  source: string;
  /** By the smallest number of followers of the cell. */
  rows: readonly (readonly [followers: number, ...Benchmark[keyof Benchmark][]])[];
}

/** Published rates to begin with, until a cell has enough accounts of its own. A newer set is a further entry. */
const STARTS: readonly Start[] = [
  {
    platform: 'instagram',
    formula: 'er_f',
    from: '2025-11-01',
    source: 'Modash',
    rows: [
      [1_000, 172, 338, 442, 797],
      [5_000, 62, 125, 162, 354],
      [10_000, 39, 84, 111, 261],
      [50_000, 32, 75, 101, 247],
      [100_000, 41, 87, 114, 263],
      [500_000, 46, 88, 113, 246],
      [1_000_000, 57, 102, 127, 260],
    ],
  },
  {
    platform: 'tiktok',
    formula: 'er_v',
    from: '2025-11-01',
    source: 'Modash',
    rows: [
      [1_000, 949, 1_206, 1_404, 1_851],
      [5_000, 779, 1_050, 1_183, 1_459],
      [10_000, 628, 838, 937, 1_138],
      [50_000, 547, 722, 803, 1_045],
      [100_000, 507, 666, 739, 956],
      [500_000, 473, 619, 685, 812],
      [1_000_000, 475, 620, 684, 869],
    ],
  },
  {
    platform: 'youtube',
    formula: 'er_v',
    from: '2025-11-01',
    source: 'Modash',
    rows: [
      [1_000, 41, 147, 202, 642],
      [5_000, 16, 59, 82, 262],
      [10_000, 9, 36, 51, 166],
      [50_000, 5, 23, 33, 108],
      [100_000, 4, 19, 27, 86],
      [500_000, 3, 16, 24, 71],
      [1_000_000, 2, 13, 18, 59],
    ],
  },
];

/** The accounts that a figure is compared with. */
export interface Cell<F extends EngagementFormula = EngagementFormula> {
  platform: Platform;
  formula: F;
  followersFrom: number;
  /** Null: no upper end. */
  followersTo: number | null;
}

const EDGES = STARTS[0]!.rows.map(([followers]) => followers);

/** The cell of an account; null below 1,000 followers, where one like moves the rate. */
export function cellOf<F extends EngagementFormula>(platform: Platform, formula: F, followers: number): Cell<F> | null {
  const at = EDGES.findLastIndex((edge) => edge <= followers);
  if (at < 0) return null;
  return { platform, formula, followersFrom: EDGES[at]!, followersTo: EDGES[at + 1] ?? null };
}

/** The published rates of a cell that hold on a day; null where none were published for its formula. */
export function startOf(cell: Cell, on: Date): (Benchmark & { source: string; asOf: Date }) | null {
  const day = on.toISOString().slice(0, 10);
  const start = STARTS.filter(
    ({ platform, formula, from }) => platform === cell.platform && formula === cell.formula && from <= day,
  ).toSorted((a, b) => b.from.localeCompare(a.from))[0];
  const row = start?.rows.find(([followers]) => followers === cell.followersFrom);
  if (!start || !row) return null;
  const [, low, averageFrom, averageTo, high] = row as [number, number, number, number, number];
  return { low, averageFrom, averageTo, high, source: start.source, asOf: new Date(`${start.from}T00:00:00Z`) };
}
