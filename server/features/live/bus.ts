import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Logger } from 'pino';
import type { LiveEvent } from './schema.ts';
import { createConnectionLimiter, type ConnectionLimiter } from './connection-limiter.ts';

/** Fans Postgres NOTIFY out to the subscriptions of this process. */
export interface LiveBus {
  /** Calls `listener` for events that touch one of `topics`; returns a function that stops it. */
  subscribe(topics: readonly string[], listener: (event: LiveEvent) => void): () => void;
  /** Slots of the open event streams. */
  connections: ConnectionLimiter;
  close(): Promise<void>;
}

/**
 * Keeps one LISTEN connection, reconnecting for as long as the process lives; after a gap every subscriber is called.
 */
export function createLiveBus(connectionString: string, log: Logger): LiveBus {
  const emitter = new EventEmitter().setMaxListeners(0);
  let client: pg.Client | null = null;
  let closed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString, application_name: 'sponsio-live', keepAlive: true });
    next.on('error', () => {});
    next.on('end', () => {
      if (!closed && client === next) {
        client = null;
        setTimeout(() => void connect(), 500).unref();
      }
    });
    next.on('notification', ({ payload }) => {
      if (payload) emitter.emit('event', JSON.parse(payload) as LiveEvent);
    });
    try {
      await next.connect();
      await next.query('listen sponsio_live');
      client = next;
      emitter.emit('gap');
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'live updates are paused: no connection to the database');
      await next.end().catch(() => {});
      if (!closed) setTimeout(() => void connect(), 1_000).unref();
    }
  }
  void connect();

  return {
    connections: createConnectionLimiter({ total: 2_000, perUser: 8 }),
    subscribe(topics, listener) {
      const wanted = new Set(topics);
      const onEvent = (event: LiveEvent) => {
        const hit = event.topics.filter((t) => wanted.has(t));
        if (hit.length > 0) listener({ topics: hit, table: event.table });
      };
      const onGap = () => listener({ topics: [...wanted], table: 'gap' });
      emitter.on('event', onEvent);
      emitter.on('gap', onGap);
      return () => {
        emitter.off('event', onEvent);
        emitter.off('gap', onGap);
      };
    },
    async close() {
      closed = true;
      await client?.end().catch(() => {});
    },
  };
}
