/** One run of a command that plays numbered units: cases, seeds or restores. Several runs make up the whole. */
export interface Run {
  command: string;
  date: string;
  commit: string;
  /** Whether the tree differed from the commit. */
  uncommittedChanges: boolean;
  busy: string | null;
  seconds: number;
  /** Units of one seed are other ones than those of another. */
  seed: number;
  /** Numbers of the units in which everything held, as `1-50,60`. */
  right: string;
  wrong: string;
  figures: Record<string, number>;
}

/** `1-3,7` for 1, 2, 3 and 7. */
export function rangesOf(numbers: Iterable<number>): string {
  const ranges: [number, number][] = [];
  for (const n of [...new Set(numbers)].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === n - 1) last[1] = n;
    else ranges.push([n, n]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

export function numbersOf(ranges: string): number[] {
  return ranges
    .split(',')
    .filter((range) => range !== '')
    .flatMap((range) => {
      const [from, to = from] = range.split('-').map(Number) as [number, number?];
      return Array.from({ length: to - from + 1 }, (_, i) => from + i);
    });
}

/** The units of all runs: one that was played again counts as it came last. */
export function unitsOf(runs: readonly Run[], seed?: number): { right: number[]; wrong: number[] } {
  const last = new Map<string, { n: number; isRight: boolean }>();
  for (const run of runs) {
    if (seed !== undefined && run.seed !== seed) continue;
    for (const n of numbersOf(run.right)) last.set(`${run.seed} ${n}`, { n, isRight: true });
    for (const n of numbersOf(run.wrong)) last.set(`${run.seed} ${n}`, { n, isRight: false });
  }
  const units = [...last.values()];
  return {
    right: units.filter(({ isRight }) => isRight).map(({ n }) => n),
    wrong: units.filter(({ isRight }) => !isRight).map(({ n }) => n),
  };
}

/** Without the runs of which every unit was played again. */
export function countingRuns(runs: readonly Run[]): Run[] {
  const later = new Set<string>();
  return runs
    .toReversed()
    .filter((run) => {
      const units = [...numbersOf(run.right), ...numbersOf(run.wrong)].map((n) => `${run.seed} ${n}`);
      const counts = units.some((unit) => !later.has(unit));
      for (const unit of units) later.add(unit);
      return counts;
    })
    .toReversed();
}

/** Figures of several runs as one: of names that begin with `slowest` the greatest, of others the sum. */
export function figuresOf(runs: readonly Run[]): Record<string, number> {
  const together: Record<string, number> = {};
  for (const { figures } of runs)
    for (const [name, value] of Object.entries(figures)) {
      const before = together[name] ?? 0;
      together[name] = name.startsWith('slowest') ? Math.max(before, value) : before + value;
    }
  return together;
}
