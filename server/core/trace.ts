/**
 * Where work is measured. Nothing happens, and nothing is loaded, until a tracer is set at boot (`server/telemetry.ts`).
 * Attributes hold ids of requests, paths, codes and states: never names, addresses, sums or inputs.
 */
export type TraceAttributes = Record<string, string | number | boolean>;

export interface Span {
  set(attributes: TraceAttributes): void;
  /** The work did not succeed; `code` says why in the product's own words. */
  fail(code: string): void;
}

export interface Tracer {
  /** Runs `work` within a span of its own, a child of the span around it. A throw fails the span and is passed on. */
  span<T>(name: string, attributes: TraceAttributes, work: (span: Span) => Promise<T>): Promise<T>;
}

const SILENT: Span = { set: () => {}, fail: () => {} };
let tracer: Tracer | null = null;

export const setTracer = (next: Tracer | null): void => {
  tracer = next;
};
export const isTracing = (): boolean => tracer !== null;

export const traced = <T>(name: string, attributes: TraceAttributes, work: (span: Span) => Promise<T>): Promise<T> =>
  tracer ? tracer.span(name, attributes, work) : work(SILENT);

/** The same object with a span around each call that answers later: `<name>.<method>`. Itself while nothing is traced. */
export function tracedCalls<T extends object>(name: string, target: T): T {
  if (!tracer) return target;
  return new Proxy(target, {
    get(from, key, receiver) {
      const value: unknown = Reflect.get(from, key, receiver);
      // Verifying a signature and the like answer at once and go nowhere.
      if (typeof value !== 'function' || typeof key !== 'string' || key === 'verifyWebhook') return value;
      return (...args: unknown[]) =>
        traced(`${name}.${key}`, {}, async () => (value as (...a: unknown[]) => unknown).apply(from, args));
    },
  });
}
