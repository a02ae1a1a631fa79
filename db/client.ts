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

/** Tells row-level security who acts until the transaction ends: user, org, kind; empty where there is none. */
export const ACT_AS = "select set_config('app.user', $1, true), set_config('app.org', $2, true), set_config('app.kind', $3, true)";

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
const BEGIN = { name: 'begin', text: 'begin' };
const ACT = { name: 'act', text: ACT_AS };

type Done = (error: Error | undefined, result: unknown) => void;

/** What a query hears of the protocol and how it speaks it: the part that the driver's types leave out or spell differently. */
interface Hearing {
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
}
interface Speaking {
  stream: { cork(): void; uncork(): void };
  bind(config: { statement: string; values?: unknown[] }): void;
  execute(config: object): void;
}

/**
 * The first statement of a transaction, with `begin` and the statement that says who acts ahead of it in the same message.
 * One Sync stands behind all three: when one is refused the server skips the rest, so nothing runs outside its transaction.
 */
class FirstQuery extends (pg.Query as unknown as new (config: pg.QueryConfig, done: Done) => pg.Query & Hearing) {
  #ahead = 2;

  constructor(config: pg.QueryConfig, actor: unknown[], done: Done) {
    super(config, done);
    this.submit = (connection) => {
      const wire = connection as unknown as Speaking;
      wire.stream.cork();
      try {
        wire.bind({ statement: BEGIN.name });
        wire.execute({});
        wire.bind({ statement: ACT.name, values: actor });
        wire.execute({});
        return pg.Query.prototype.submit.call(this, connection);
      } finally {
        wire.stream.uncork();
      }
    };
  }

  override handleDataRow(message: unknown): void {
    if (this.#ahead === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#ahead > 0) this.#ahead -= 1;
    else super.handleCommandComplete(message, connection);
  }
}

/**
 * Prepares each statement that has parameters once per connection: the server parses and plans it once, which is half of
 * its work for short transactions. Behind a pooler that hands a connection to somebody else after each transaction,
 * prepared statements must be switched off (`prepare: false`).
 *
 * A `begin`, and the statement that says who acts (`withTx`), wait for the transaction's first statement and travel with
 * it: a short transaction is mostly round trips. A transaction without statements sends nothing.
 */
class SponsioClient extends pg.Client {
  #begins = false;
  #actor: unknown[] | null = null;
  /** `begin` and the acting statement are prepared on this connection; only then can they travel. */
  #prepared = false;

  // @ts-expect-error the many overloads of `query` come down to this one for callers that pass text and parameters
  override query(...args: unknown[]): unknown {
    const [text, values, ...rest] = args;
    if (typeof text !== 'string') return this.#send(...args);
    if (text === BEGIN.text && rest.length === 0) {
      this.#begins = true;
      return Promise.resolve(NOTHING);
    }
    const parameters = Array.isArray(values) ? (values as unknown[]) : [];
    if (this.#begins && text === ACT_AS) {
      this.#actor = parameters;
      return Promise.resolve(NOTHING);
    }
    const name = parameters.length > 0 ? preparedName(text) : undefined;
    if (this.#begins) {
      const actor = this.#actor;
      this.#begins = false;
      this.#actor = null;
      if (text === 'commit' || text === 'rollback') return Promise.resolve(NOTHING);
      if (!actor || !this.#prepared || parameters.length === 0) return this.#open(actor).then(() => this.query(...args));
      return this.#sendFirst({ ...(name ? { name } : {}), text, values: parameters }, actor);
    }
    return name ? this.#send({ name, text, values }, ...rest) : this.#send(...args);
  }

  #send(...args: unknown[]): unknown {
    return (super.query as (...a: unknown[]) => unknown)(...args);
  }

  #sendFirst(config: pg.QueryConfig, actor: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#send(
        new FirstQuery(config, actor, (error, result) => {
          if (!error) return resolve(result);
          Error.captureStackTrace(error);
          reject(error);
        }),
      );
    });
  }

  /** One after the other: the first time on a connection, and ahead of what has no parameters (it may be several statements). */
  async #open(actor: unknown[] | null): Promise<void> {
    await this.#send(BEGIN);
    if (!actor) return;
    await this.#send({ ...ACT, values: actor });
    this.#prepared = true;
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
