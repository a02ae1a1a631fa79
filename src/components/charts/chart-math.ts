import { bin, extent, quantileSorted, thresholdSturges } from 'd3-array';

/** A value of one moment; null where it is not known. */
export interface TimePoint {
  at: Date;
  value: number | null;
}
export interface KnownPoint {
  at: Date;
  value: number;
}

/** Below these counts a line would suggest a trend, and a median a middle, that the values do not have. */
export const MIN_FOR_LINE = 8;
export const MIN_FOR_MEDIAN = 10;

export const DAY = 86_400_000;

const isKnown = (point: TimePoint): point is KnownPoint => point.value !== null && Number.isFinite(point.value);

export const knownPoints = (points: readonly TimePoint[]): KnownPoint[] =>
  points.filter(isKnown).toSorted((a, b) => a.at.getTime() - b.at.getTime());

/**
 * Runs of values without a gap. An unknown value ends a run, and so does a distance over `every` and a half: what was
 * not measured is not bridged.
 */
export function runsOf(points: readonly TimePoint[], every: number = DAY): KnownPoint[][] {
  const runs: KnownPoint[][] = [];
  let last: number | null = null;
  for (const point of points.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (!isKnown(point)) {
      last = null;
      continue;
    }
    const at = point.at.getTime();
    if (last !== null && at - last <= every * 1.5) runs.at(-1)?.push(point);
    else runs.push([point]);
    last = at;
  }
  return runs;
}

export interface Spread {
  n: number;
  low: number;
  median: number;
  high: number;
}

/** Median and middle half (first to third quartile); null below {@link MIN_FOR_MEDIAN} values. */
export function spreadOf(values: readonly number[]): Spread | null {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b);
  if (sorted.length < MIN_FOR_MEDIAN) return null;
  const at = (share: number) => quantileSorted(sorted, share) ?? Number.NaN;
  return { n: sorted.length, low: at(0.25), median: at(0.5), high: at(0.75) };
}

export interface Bin {
  from: number;
  to: number;
  count: number;
}

/** Equal intervals with round limits, and how many values are in each. */
export function binsOf(values: readonly number[]): Bin[] {
  const [low, high] = extent(values);
  if (low === undefined || high === undefined) return [];
  if (low === high) return [{ from: low, to: high, count: values.length }];
  return bin()
    .thresholds((all) => Math.min(12, Math.max(4, thresholdSturges(all as number[]))))([...values])
    .flatMap((members) =>
      members.x0 === undefined || members.x1 === undefined
        ? []
        : [{ from: members.x0, to: members.x1, count: members.length }],
    );
}

/**
 * Limits of an axis of values. It begins at zero unless that would press a line that varies little against the upper
 * edge; the chart then says where its axis begins.
 */
export function valueLimits(values: readonly number[], fromZero = false): [number, number] {
  const [low, high] = extent(values);
  if (low === undefined || high === undefined) return [0, 1];
  const span = high - low;
  if (!fromZero && low > 0 && span < low * 0.5)
    return [low - (span || low * 0.1) * 0.25, high + (span || high * 0.1) * 0.1];
  return [Math.min(0, low), high === low && high === 0 ? 1 : Math.max(0, high)];
}

/** Position of the point that is nearest to a place on the axis. */
export function nearestTo(places: readonly number[], wanted: number): number {
  let best = 0;
  for (const [index, place] of places.entries())
    if (Math.abs(place - wanted) < Math.abs((places[best] ?? Number.NaN) - wanted)) best = index;
  return best;
}

/** At most so many of the ticks, at equal distances: those of a time may be twice as many as requested. */
export function thinned<Tick>(ticks: readonly Tick[], most: number): Tick[] {
  const step = Math.max(1, Math.ceil(ticks.length / Math.max(1, most)));
  return ticks.filter((_, index) => index % step === 0);
}

/** Room for the longest of these labels at 12 px, in pixels. */
export const roomFor = (labels: readonly string[], least = 0): number =>
  Math.max(least, ...labels.map((label) => Math.ceil([...label].length * 7)));

/** As many of the ticks, at equal distances, as have room for their labels beside each other in so many pixels. */
export const fitting = <Tick>(ticks: readonly Tick[], label: (tick: Tick) => string, pixels: number): Tick[] =>
  thinned(ticks, Math.floor(pixels / (roomFor(ticks.map(label)) + 8)));
