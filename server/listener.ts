import pg from 'pg';
import type { Logger } from 'pino';

export interface Listener {
  readonly connected: boolean;
  close(): Promise<void>;
}

export interface ListenerOptions {
  connectionString: string;
  /** Under which Postgres lists the connection. */
  name: string;
  channels: readonly string[];
  log: Logger;
  onNotify(channel: string, payload: string): void;
  /** After the first connection and after each lost one: notifications of the time before are lost. */
  onConnect(): void;
}

const FIRST_RETRY_MS = 200;
const MAX_RETRY_DELAY_MS = 5_000;

/** Listens on Postgres channels over a connection of its own and comes back after a lost one. */
export function startListener(options: ListenerOptions): Listener {
  const { connectionString, name, channels, log, onNotify, onConnect } = options;
  let client: pg.Client | null = null;
  let closed = false;
  let connected = false;
  let retry: NodeJS.Timeout | null = null;
  let failures = 0;

  function lost(): void {
    connected = false;
    client = null;
    if (closed || retry) return;
    failures += 1;
    retry = setTimeout(
      () => {
        retry = null;
        void connect();
      },
      Math.min(FIRST_RETRY_MS * 2 ** failures, MAX_RETRY_DELAY_MS),
    );
    retry.unref();
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client = next;
    next.on('error', (error) => log.warn({ err: error }, 'lost the connection that listens to Postgres'));
    next.on('end', lost);
    next.on('notification', ({ channel, payload }) => onNotify(channel, payload ?? ''));
    try {
      await next.connect();
      for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      connected = true;
      failures = 0;
      onConnect();
    } catch (error) {
      log.warn({ err: error }, 'cannot listen to Postgres yet');
      await next.end().catch(() => {});
      lost();
    }
  }

  void connect();
  return {
    get connected() {
      return connected;
    },
    async close() {
      closed = true;
      if (retry) clearTimeout(retry);
      await client?.end().catch(() => {});
    },
  };
}
