import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import { startListener } from '../../listener.ts';
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

/** Over one LISTEN connection, reconnecting for as long as the process lives; after a gap every subscriber is called. */
export function createLiveBus(connectionString: string, log: Logger): LiveBus {
  const emitter = new EventEmitter().setMaxListeners(0);
  const listener = startListener({
    connectionString,
    name: 'sponsio-live',
    channels: ['sponsio_live'],
    log,
    onNotify: (_channel, payload) => {
      if (payload) emitter.emit('event', JSON.parse(payload) as LiveEvent);
    },
    onConnect: () => emitter.emit('gap'),
  });

  return {
    connections: createConnectionLimiter({ total: 2_000, perUser: 8 }),
    subscribe(topics, notify) {
      const wanted = new Set(topics);
      const onEvent = (event: LiveEvent) => {
        const hit = event.topics.filter((t) => wanted.has(t));
        if (hit.length > 0) notify({ topics: hit, table: event.table });
      };
      const onGap = () => notify({ topics: [...wanted], table: 'gap' });
      emitter.on('event', onEvent);
      emitter.on('gap', onGap);
      return () => {
        emitter.off('event', onEvent);
        emitter.off('gap', onGap);
      };
    },
    close: () => listener.close(),
  };
}
