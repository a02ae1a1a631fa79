/**
 * Spans around work. Nothing is measured or loaded until a tracer is set at boot (`server/telemetry.ts`). Attributes
 * hold ids of requests, paths, codes and states: never names, addresses, sums or inputs.
 */
export type TraceAttributes = Record<string, string | number | boolean>;

export interface Span {
  set(attributes: TraceAttributes): void;
  /** Marks the work as failed; `code` is the code of the refusal. */
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

export const traced = <T>(name: string, attributes: TraceAttributes, work: (span: Span) => Promise<T>): Promise<T> =>
  tracer ? tracer.span(name, attributes, work) : work(SILENT);

/**
 * The same object with a span `<name>.<method>` around each asynchronous call; the object itself while tracing is off.
 */
export function tracedCalls<T extends object>(name: string, target: T): T {
  if (!tracer) return target;
  return new Proxy(target, {
    get(from, key, receiver) {
      const value: unknown = Reflect.get(from, key, receiver);
      // Synchronous methods, such as verifying a signature, make no call.
      if (typeof value !== 'function' || typeof key !== 'string' || key === 'verifyWebhook') return value;
      return (...args: unknown[]) =>
        traced(`${name}.${key}`, {}, async () => (value as (...a: unknown[]) => unknown).apply(from, args));
    },
  });
}
