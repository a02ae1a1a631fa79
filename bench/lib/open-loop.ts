import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { quantile, type LoadResult } from './load.ts';

/**
 * Requests at a constant rate, sent without waiting for earlier ones. Latency counts from the time a request was due,
 * so a stalled server is charged for every waiting request. Anything but 2xx counts as failed.
 */
export async function openLoop(
  url: string,
  paths: readonly string[],
  options: { rate: number; seconds: number; headers: Record<string, string> },
): Promise<LoadResult> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 128 });
  const { rate, seconds, headers } = options;
  const samples: number[] = [];
  let failed = 0;
  const one = (path: string, due: number) =>
    new Promise<void>((resolve) => {
      const fail = () => {
        failed += 1;
        resolve();
      };
      http
        .get(new URL(path, url), { agent, headers, timeout: 10_000 }, (response) => {
          response.resume();
          response.once('end', () => {
            samples.push(performance.now() - due);
            if ((response.statusCode ?? 500) >= 300) failed += 1;
            resolve();
          });
        })
        .once('error', fail)
        .once('timeout', function (this: http.ClientRequest) {
          this.destroy(new Error('timed out'));
        });
    });
  const started = performance.now();
  const under: Promise<void>[] = [];
  for (let n = 0; n < rate * seconds; n += 1) {
    const due = started + (n * 1000) / rate;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    under.push(one(paths[n % paths.length] ?? '/', due));
  }
  await Promise.all(under);
  agent.destroy();
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
