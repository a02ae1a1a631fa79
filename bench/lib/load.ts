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
export const quantile = (sorted: readonly number[], q: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;

/** Closed loop: `lanes` of work side by side for `seconds`; latencies in milliseconds. Why some failed is printed; throws when all did. */
export async function closedLoop(lanes: number, seconds: number, work: (lane: number, n: number) => Promise<void>): Promise<LoadResult> {
  const samples: number[] = [];
  let failed = 0;
  const causes = new Map<string, number>();
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (let n = 0; performance.now() < end; n += 1) {
        const at = performance.now();
        try {
          await work(lane, n);
          samples.push(performance.now() - at);
        } catch (error) {
          failed += 1;
          const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
          causes.set(cause, (causes.get(cause) ?? 0) + 1);
        }
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  for (const [cause, times] of [...causes].slice(0, 5)) console.log(`  failed ${times}×: ${cause.split('\n')[0]?.slice(0, 200)}`);
  if (samples.length === 0) throw new Error('nothing was done');
  samples.sort((a, b) => a - b);
  return { done: samples.length, failed, seconds: elapsed, perSecond: samples.length / elapsed, p50: quantile(samples, 0.5), p95: quantile(samples, 0.95), p99: quantile(samples, 0.99) };
}

export const row = (label: string, r: LoadResult): string =>
  `${label.padEnd(44)} ${r.perSecond.toFixed(0).padStart(7)}/s   p50 ${r.p50.toFixed(1).padStart(7)} ms   p95 ${r.p95.toFixed(1).padStart(7)} ms   failed ${r.failed}`;

/** Prints a bar of a benchmark and answers whether it was reached. */
export function bar(what: string, reached: number, wanted: number, unit: string, atMost = false): boolean {
  const ok = atMost ? reached <= wanted : reached >= wanted;
  console.log(`${ok ? 'reached' : 'MISSED '}  ${what}: ${reached.toFixed(2)} ${unit} (${atMost ? 'at most' : 'at least'} ${wanted} ${unit})`);
  return ok;
}
