import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB as Database } from './types.ts';

/** int8 fits a JS number here: money is bounded by the provider's eight digits, ids count rows. */
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const n = Number(text);
  if (!Number.isSafeInteger(n)) throw new RangeError(`int8 out of range: ${text}`);
  return n;
});

export type Db = Kysely<Database> | Transaction<Database>;

export interface PoolOptions {
  max?: number;
  applicationName?: string;
  statementTimeoutMs?: number;
  /** Prepare statements by name; on unless a transaction-pooling proxy stands between. */
  prepare?: boolean;
}

/** Texts that are prepared by name; the rest of the many that lists of differing lengths make go unprepared. */
const MOST_PREPARED = 400;
const preparedNames = new Map<string, string>();

function preparedName(text: string): string | undefined {
  const known = preparedNames.get(text);
  if (known || preparedNames.size >= MOST_PREPARED) return known;
  const name = `s${preparedNames.size + 1}`;
  preparedNames.set(text, name);
  return name;
}

/**
 * Prepares each statement that has parameters once per connection: the server parses and plans it once, which is half of
 * its work for short transactions. Behind a pooler that hands a connection to somebody else after each transaction,
 * prepared statements must be switched off (`prepare: false`).
 */
class PreparingClient extends pg.Client {
  // @ts-expect-error the many overloads of `query` come down to this one for callers that pass text and parameters
  override query(...args: unknown[]): unknown {
    const [text, values, ...rest] = args;
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? preparedName(text) : undefined;
    const query = super.query.bind(this) as (...a: unknown[]) => unknown;
    return name ? query({ name, text, values }, ...rest) : query(...args);
  }
}

export function createPool(connectionString: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    ...(options.prepare === false ? {} : { Client: PreparingClient as typeof pg.Client }),
    connectionString,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: options.applicationName ?? 'sponsio',
    statement_timeout: options.statementTimeoutMs ?? 10_000,
    idle_in_transaction_session_timeout: 15_000,
  });
  // An idle client that dies with the server must not take the process with it; the next query reconnects.
  pool.on('error', () => {});
  // Nor one that dies while it is lent out: its query is rejected, and the client says so a second time.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export const createDb = (pool: pg.Pool): Kysely<Database> => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
