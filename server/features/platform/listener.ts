import pg from 'pg';
import type { Logger } from 'pino';

export interface Listener {
  readonly connected: boolean;
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 200;
const MAX_RETRY_DELAY_MS = 5_000;

/**
 * Listens on Postgres channels over a connection of its own and comes back after a lost one. `onNotify` is also called
 * for every channel after each (re)connect, because notifications of the gap are lost.
 */
export function startListener(
  connectionString: string,
  channels: readonly string[],
  onNotify: (channel: string) => void,
  log: Logger,
): Listener {
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
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      application_name: 'sponsio-listener',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client = next;
    next.on('error', (error) => log.warn({ err: error }, 'lost the connection that listens to Postgres'));
    next.on('end', lost);
    next.on('notification', ({ channel }) => onNotify(channel));
    try {
      await next.connect();
      for (const channel of channels) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      connected = true;
      failures = 0;
      for (const channel of channels) onNotify(channel);
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
