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

/** How the statement begins that tells row-level security who acts. */
export const ACT_AS = "select set_config('app.user', ";

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

const NOTHING = { command: '', rowCount: 0, rows: [] };

/**
 * Prepares each statement that has parameters once per connection: the server parses and plans it once, which is half of
 * its work for short transactions. Behind a pooler that hands a connection to somebody else after each transaction,
 * prepared statements must be switched off (`prepare: false`).
 *
 * A `begin` waits for the transaction's first statement. When that one says who acts (`withTx`), both travel as one
 * message: a short transaction is mostly round trips.
 */
class SponsioClient extends pg.Client {
  #begins = false;

  // @ts-expect-error the many overloads of `query` come down to this one for callers that pass text and parameters
  override query(...args: unknown[]): unknown {
    const [text, values, ...rest] = args;
    const send = super.query.bind(this) as (...a: unknown[]) => unknown;
    if (typeof text !== 'string') return send(...args);
    if (text === 'begin' && rest.length === 0) {
      this.#begins = true;
      return Promise.resolve(NOTHING);
    }
    const parameters = Array.isArray(values) ? (values as unknown[]) : [];
    if (this.#begins) {
      this.#begins = false;
      if (text === 'commit' || text === 'rollback') return Promise.resolve(NOTHING);
      if (!text.startsWith(ACT_AS)) return (send('begin') as Promise<unknown>).then(() => this.query(...args));
      const spelled = text.replace(/\$(\d)/g, (_, n: string) => this.escapeLiteral(String(parameters[Number(n) - 1])));
      return (send(`begin; ${spelled}`) as Promise<unknown>).then(() => NOTHING);
    }
    const name = parameters.length > 0 ? preparedName(text) : undefined;
    return name ? send({ name, text, values }, ...rest) : send(...args);
  }
}

export function createPool(connectionString: string, options: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    ...(options.prepare === false ? {} : { Client: SponsioClient as typeof pg.Client }),
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
