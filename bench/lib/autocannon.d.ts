/** The part of autocannon 9 that the benches use; the package ships no types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    overallRate: number;
    /** Seconds. */
    duration: number;
    headers?: Record<string, string>;
    requests?: { method: string; path: string }[];
  }
  interface Result {
    /** Milliseconds, corrected for coordinated omission. */
    latency: { p50: number; p97_5: number; p99: number };
    requests: { average: number };
    errors: number;
    timeouts: number;
    non2xx: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
