import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { withNamedStatements } from './named-statements.ts';
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
  /** Receives the errors of lost connections; they are written to stderr by default. */
  onError?: (error: Error) => void;
}

const logToStderr = (error: Error): void => void process.stderr.write(`database connection lost: ${error.message}\n`);

export function createPool(connectionString: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: options.applicationName ?? 'sponsio',
    statement_timeout: options.statementTimeoutMs ?? 10_000,
    idle_in_transaction_session_timeout: 15_000,
  });
  const onError = options.onError ?? logToStderr;
  // Without a listener, an idle client that dies with the server would end the process; the next query reconnects.
  pool.on('error', onError);
  // The pool listens only while a client is idle. One that dies in use rejects its query and emits the error as well.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

export const createDb = (pool: pg.Pool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) });

/** The identity that row-level security checks; empty strings where there is none. */
export interface Identity {
  user: string;
  org: string;
  kind: string;
}

/**
 * Sets the actor until the end of the transaction. The settings are local to it, so they never reach the next one on
 * the connection.
 */
export async function setIdentity(db: Db, { user, org, kind }: Identity): Promise<void> {
  await sql`select set_config('app.user', ${user}, true), set_config('app.org', ${org}, true), set_config('app.kind', ${kind}, true)`.execute(
    db,
  );
}
