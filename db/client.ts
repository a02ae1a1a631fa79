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

const AND_COMMIT = ' -- and commit';
/**
 * Makes a statement with parameters its transaction's last: it travels in one message with the commit. What the transaction
 * is asked after it is refused.
 */
export const andCommit = (statement: string): string => statement + AND_COMMIT;

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
const COMMIT = { name: 'commit', text: 'commit' };

type Done = (error: Error | undefined, result: unknown) => void;

/** What a query hears of the protocol and how it speaks it: the part that the driver's types leave out or spell differently. */
interface Hearing {
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
}
interface Speaking {
  stream: { cork(): void; uncork(): void };
  parse(statement: { name: string; text: string }): void;
  bind(config: { statement: string; values?: unknown[] }): void;
  execute(config: object): void;
  sync(): void;
}

/** What travels with a statement: `begin` and who acts ahead of it, `commit` behind it. */
interface Company {
  actor: unknown[] | null;
  commit: 'no' | 'prepared' | 'to prepare';
}

/**
 * The first statement of a transaction, or its last, or both. One Sync stands behind all that travels together: when one is
 * refused the server skips the rest, so nothing runs outside its transaction and nothing is committed without its last act.
 */
class EdgeQuery extends (pg.Query as unknown as new (config: pg.QueryConfig, done: Done) => pg.Query & Hearing) {
  #ahead: number;
  #commit: Company['commit'];
  #answered = false;

  constructor(config: pg.QueryConfig, { actor, commit }: Company, done: Done) {
    super(config, done);
    this.#ahead = actor ? 2 : 0;
    this.#commit = commit;
    this.submit = (connection) => {
      const wire = connection as unknown as Speaking;
      wire.stream.cork();
      try {
        if (actor) {
          wire.bind({ statement: BEGIN.name });
          wire.execute({});
          wire.bind({ statement: ACT.name, values: actor });
          wire.execute({});
        }
        return pg.Query.prototype.submit.call(this, connection);
      } finally {
        wire.stream.uncork();
      }
    };
  }

  /** The driver's own name for what it sends after a statement is bound: Execute and Sync. */
  _getRows(connection: unknown): void {
    const wire = connection as Speaking;
    wire.execute({});
    if (this.#commit === 'to prepare') wire.parse(COMMIT);
    if (this.#commit !== 'no') {
      wire.bind({ statement: COMMIT.name });
      wire.execute({});
    }
    wire.sync();
  }

  override handleDataRow(message: unknown): void {
    if (this.#ahead === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#ahead > 0) this.#ahead -= 1;
    else if (!this.#answered) {
      this.#answered = true;
      super.handleCommandComplete(message, connection);
    }
  }
}

/**
 * Prepares each statement that has parameters once per connection: the server parses and plans it once, which is half of
 * its work for short transactions. Behind a pooler that hands a connection to somebody else after each transaction,
 * prepared statements must be switched off (`prepare: false`).
 *
 * A `begin`, and the statement that says who acts (`withTx`), wait for the transaction's first statement and travel with
 * it; a statement made by `andCommit` takes the commit along. A short transaction is mostly round trips, and what it locks
 * stays locked through each of them. A transaction without statements sends nothing.
 */
class SponsioClient extends pg.Client {
  #begins = false;
  #actor: unknown[] | null = null;
  /** `begin` and the acting statement are prepared on this connection; only then can they travel. */
  #prepared = false;
  #commitPrepared = false;
  /** The transaction's last statement is on its way, or has committed it and the caller has yet to say so. */
  #last: 'no' | 'sent' | 'committed' = 'no';

  // @ts-expect-error the many overloads of `query` come down to this one for callers that pass text and parameters
  override query(...args: unknown[]): unknown {
    const [text, values, ...rest] = args;
    if (this.#last !== 'no') {
      // A rollback comes too late, but ends what its caller takes for open.
      if (this.#last === 'sent' || (text !== COMMIT.text && text !== 'rollback')) return Promise.reject(new Error('the transaction was committed with its last statement'));
      this.#last = 'no';
      return Promise.resolve(NOTHING);
    }
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
    const config = { ...(name ? { name } : {}), text, values: parameters };
    const last = parameters.length > 0 && text.endsWith(AND_COMMIT);
    if (this.#begins) {
      const actor = this.#actor;
      this.#begins = false;
      this.#actor = null;
      if (text === COMMIT.text || text === 'rollback') return Promise.resolve(NOTHING);
      if (!actor || !this.#prepared || parameters.length === 0) return this.#open(actor).then(() => this.query(...args));
      return this.#sendEdge(config, actor, last);
    }
    if (last) return this.#sendEdge(config, null, last);
    return name ? this.#send(config, ...rest) : this.#send(...args);
  }

  #send(...args: unknown[]): unknown {
    return (super.query as (...a: unknown[]) => unknown)(...args);
  }

  #sendEdge(config: pg.QueryConfig, actor: unknown[] | null, last: boolean): Promise<unknown> {
    const commit = !last ? 'no' : this.#commitPrepared ? 'prepared' : 'to prepare';
    if (last) this.#last = 'sent';
    return new Promise((resolve, reject) => {
      this.#send(
        new EdgeQuery(config, { actor, commit }, (error, result) => {
          if (last) this.#last = error ? 'no' : 'committed';
          if (error) {
            Error.captureStackTrace(error);
            return reject(error);
          }
          if (last) this.#commitPrepared = true;
          resolve(result);
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
