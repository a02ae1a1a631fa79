import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Time limit of this route for its body, or `while-it-comes`: for as long as data arrives. */
    bodyTime?: number | 'while-it-comes';
  }
}

export interface TimeLimits {
  /** For all headers of a request. */
  headersMs: number;
  /** For the whole body, unless the route sets another limit. */
  bodyMs: number;
  /** An upload must deliver at least so many bytes in each interval of this length. */
  stretchMs: number;
  stretchBytes: number;
  /** An idle connection. Live updates ping more often (`server/trpc.ts`). */
  idleMs: number;
  connections: number;
}

export const TIME_LIMITS: TimeLimits = {
  headersMs: 15_000,
  bodyMs: 30_000,
  stretchMs: 60_000,
  stretchBytes: 64 * 1024,
  idleMs: 120_000,
  connections: 5_000,
};

/** Part of Fastify's options. `requestTimeout` stays off: it would end uploads as well (`limitBodies`). */
export const serverOptions = (limits: TimeLimits) => ({
  connectionTimeout: limits.idleMs,
  http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: Math.min(5_000, limits.headersMs) },
});

/** Closes connections whose body does not arrive in time. */
export function limitBodies(app: FastifyInstance, limits: TimeLimits): void {
  app.server.maxConnections = limits.connections;
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    if (raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length'] ?? 0)) return;
    const bodyTime = request.routeOptions.config.bodyTime ?? limits.bodyMs;
    const whileItComes = bodyTime === 'while-it-comes';
    let before = raw.socket.bytesRead;
    const timer = setInterval(
      () => {
        if (raw.complete || raw.destroyed) return stop();
        const { bytesRead } = raw.socket;
        // Bytes that are buffered here are not the sender's delay.
        const comes =
          whileItComes &&
          (bytesRead - before >= limits.stretchBytes || raw.readableLength >= raw.readableHighWaterMark);
        before = bytesRead;
        if (comes) return;
        stop();
        raw.destroy();
      },
      whileItComes ? limits.stretchMs : bodyTime,
    ).unref();
    const stop = (): void => clearInterval(timer);
    raw.once('end', stop).once('close', stop);
  });
}
