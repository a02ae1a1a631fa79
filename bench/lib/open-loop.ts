import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { quantile, type LoadResult } from './load.ts';

interface Pace {
  /** Calls a second. */
  rate: number;
  seconds: number;
}

/**
 * Calls at a constant rate, begun without waiting for earlier ones. Latency counts from the time a call was due, so a
 * stalled server is charged for every waiting call. One that throws counts as failed.
 */
export async function atRate(work: (n: number) => Promise<unknown>, { rate, seconds }: Pace): Promise<LoadResult> {
  const samples: number[] = [];
  let failed = 0;
  const one = async (n: number, due: number): Promise<void> => {
    try {
      await work(n);
    } catch {
      failed += 1;
    }
    samples.push(performance.now() - due);
  };
  const started = performance.now();
  const under: Promise<void>[] = [];
  for (let n = 0; n < rate * seconds; n += 1) {
    const due = started + (n * 1000) / rate;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    under.push(one(n, due));
  }
  await Promise.all(under);
  const elapsed = (performance.now() - started) / 1000;
  samples.sort((a, b) => a - b);
  return {
    done: samples.length,
    failed,
    seconds: elapsed,
    perSecond: samples.length / elapsed,
    p50: quantile(samples, 0.5),
    p95: quantile(samples, 0.95),
    p99: quantile(samples, 0.99),
  };
}

/** Requests at a constant rate. Anything but 2xx counts as failed. */
export async function openLoop(
  url: string,
  paths: readonly string[],
  { headers, ...pace }: Pace & { headers: Record<string, string> },
): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 128 });
  const request = (path: string) =>
    new Promise<void>((resolve, reject) => {
      http
        .get(new URL(path, url), { agent, headers, timeout: 10_000 }, (response) => {
          response.resume();
          response.once('end', () =>
            (response.statusCode ?? 500) < 300 ? resolve() : reject(new Error(`status ${response.statusCode}`)),
          );
        })
        .once('error', reject)
        .once('timeout', function (this: http.ClientRequest) {
          this.destroy(new Error('timed out'));
        });
    });
  const result = await atRate((n) => request(paths[n % paths.length] ?? '/'), pace);
  agent.destroy();
  return result;
}
