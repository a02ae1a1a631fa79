import { performance } from 'node:perf_hooks';

export interface LoadResult {
  done: number;
  failed: number;
  seconds: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
}

/** Value at share `q` (0–1) of sorted samples, nearest rank. */
export const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;

type Work = (lane: number, n: number) => Promise<void>;

/** Result of parallel lanes of work; more loops may be added to it. */
class Load {
  private readonly samples: number[] = [];
  private readonly causes = new Map<string, number>();
  private failed = 0;
  private seconds = 0;

  async run(lanes: number, seconds: number, work: Work): Promise<void> {
    const started = performance.now();
    const end = started + seconds * 1000;
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        for (let n = 0; performance.now() < end; n += 1) {
          const at = performance.now();
          try {
            await work(lane, n);
            this.samples.push(performance.now() - at);
          } catch (error) {
            this.failed += 1;
            const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
            this.causes.set(cause, (this.causes.get(cause) ?? 0) + 1);
          }
        }
      }),
    );
    this.seconds += (performance.now() - started) / 1000;
  }

  result(): LoadResult {
    for (const [cause, times] of [...this.causes].slice(0, 5))
      console.log(`  failed ${times}×: ${cause.split('\n')[0]?.slice(0, 200)}`);
    if (this.samples.length === 0) throw new Error('nothing was done');
    const sorted = this.samples.sort((a, b) => a - b);
    return {
      done: sorted.length,
      failed: this.failed,
      seconds: this.seconds,
      perSecond: sorted.length / this.seconds,
      p50: quantile(sorted, 0.5),
      p95: quantile(sorted, 0.95),
      p99: quantile(sorted, 0.99),
    };
  }
}

/**
 * Closed loop: `lanes` of work in parallel for `seconds`; latencies in milliseconds. Prints the errors; throws when
 * every call failed.
 */
export async function closedLoop(lanes: number, seconds: number, work: Work): Promise<LoadResult> {
  const load = new Load();
  await load.run(lanes, seconds, work);
  return load.result();
}

/**
 * Several closed loops that alternate every two seconds, so that a slow phase of the machine affects all of them; each
 * gets `seconds`.
 */
export async function inTurns(
  lanes: number,
  seconds: number,
  works: Record<string, Work>,
): Promise<Record<string, LoadResult>> {
  const loads = Object.entries(works).map(([label, work]) => ({ label, work, load: new Load() }));
  const turns = Math.max(1, Math.round(seconds / 2));
  for (let turn = 0; turn < turns; turn += 1)
    for (const { work, load } of loads) await load.run(lanes, seconds / turns, work);
  return Object.fromEntries(loads.map(({ label, load }) => [label, load.result()]));
}

export const row = (label: string, r: LoadResult): string =>
  `${label.padEnd(44)} ${r.perSecond.toFixed(0).padStart(7)}/s   p50 ${r.p50.toFixed(1).padStart(7)} ms   p95 ${r.p95.toFixed(1).padStart(7)} ms   failed ${r.failed}`;
