import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type Transaction,
} from 'kysely';
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
  /** The kind that acts on these connections unless a transaction says otherwise: said once per connection, not once per transaction. */
  actsFor?: 'system';
  /** Told of connections that are lost, and of those that could not be made ready; nothing else hears of them. */
  onError?: (error: Error) => void;
}

/** Tells row-level security who acts until the transaction ends: user, org, kind; empty where there is none. */
export const ACT_AS =
  "select set_config('app.user', $1, true), set_config('app.org', $2, true), set_config('app.kind', $3, true)";

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
/** Never prepared by name: whether a message that was refused had prepared it, only the server would know. */
const COMMIT = { name: '', text: 'commit' };

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
  begin: boolean;
  actor: unknown[] | null;
  commit: boolean;
}

type DriverQuery = Omit<pg.Query, 'submit'> & Hearing & { submit(connection: pg.Connection): unknown };

/**
 * A statement with parameters and its company. One Sync stands behind all that travels together: when one is refused the
 * server skips the rest, so nothing runs outside its transaction and nothing is committed without its last act.
 */
class Statement extends (pg.Query as unknown as new (text: string, values: unknown[], done: Done) => DriverQuery) {
  #company: Company;
  #ahead: number;
  #answered = false;

  constructor(name: string | undefined, text: string, values: unknown[], company: Company, done: Done) {
    super(text, values, done);
    // Given in a config, the driver copies that property by property, which takes longer than the rest of making a query.
    if (name) (this as { name?: string }).name = name;
    this.#company = company;
    this.#ahead = (company.begin ? 1 : 0) + (company.actor ? 1 : 0);
  }

  override submit(connection: pg.Connection): unknown {
    const wire = connection as unknown as Speaking;
    const { begin, actor } = this.#company;
    wire.stream.cork();
    try {
      if (begin) {
        wire.bind({ statement: BEGIN.name });
        wire.execute({});
      }
      if (actor) {
        wire.bind({ statement: ACT.name, values: actor });
        wire.execute({});
      }
      return super.submit(connection);
    } finally {
      wire.stream.uncork();
    }
  }

  /** The driver's own name for what it sends after a statement is bound: Execute and Sync. */
  _getRows(connection: unknown): void {
    const wire = connection as Speaking;
    wire.execute({});
    const { commit } = this.#company;
    if (commit) {
      wire.parse(COMMIT);
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
 * it; a statement made by `andCommit` takes the commit along, and where it is the first as well it needs neither: what
 * travels before one Sync is a transaction of its own. A short transaction is mostly round trips, and what it locks stays
 * locked through each of them. A transaction without statements sends nothing.
 */
class SponsioClient extends pg.Client {
  #begins = false;
  #actor: unknown[] | null = null;
  /** Prepared on this connection; only then can they travel. */
  #prepared = { begin: false, act: false };
  /** The transaction's last statement is on its way, or the transaction is over with it and the caller has yet to say so. */
  #last: 'no' | 'sent' | 'committed' | 'refused' = 'no';
  #actsFor: string | undefined;

  // @ts-expect-error the many overloads of `query` come down to this one for callers that pass text and parameters
  override query(...args: unknown[]): unknown {
    const [text, values, ...rest] = args;
    if (this.#last !== 'no') {
      // A rollback may come too late, but ends what its caller takes for open.
      const ends = text === 'rollback' || (text === COMMIT.text && this.#last === 'committed');
      if (this.#last === 'sent' || !ends)
        return Promise.reject(new Error('the transaction was over with its last statement'));
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
      this.#actor = this.#actsAnyway(parameters) ? null : parameters;
      return Promise.resolve(NOTHING);
    }
    const last = parameters.length > 0 && text.endsWith(AND_COMMIT);
    const { begin, act } = this.#prepared;
    if (this.#begins) {
      const actor = this.#actor;
      this.#begins = false;
      this.#actor = null;
      if (text === COMMIT.text || text === 'rollback') return Promise.resolve(NOTHING);
      const travels = parameters.length > 0 && (begin || last) && (act || !actor);
      if (!travels) return this.#open(actor).then(() => this.query(...args));
      return this.#sendStatement(text, parameters, { begin: !last, actor, commit: false }, last);
    }
    // What passes a callback is the pool, which asks outside of transactions.
    if (parameters.length === 0 || rest.length > 0) return this.#send(...args);
    return this.#sendStatement(text, parameters, { begin: false, actor: null, commit: last }, last);
  }

  /** Says for the whole session who acts where a transaction does not say otherwise. */
  async actFor(kind: string): Promise<void> {
    await this.#send("select set_config('app.kind', $1, false)", [kind]);
    this.#actsFor = kind;
  }

  #actsAnyway([user, org, kind]: unknown[]): boolean {
    return user === '' && org === '' && kind === this.#actsFor;
  }

  #send(...args: unknown[]): unknown {
    return (super.query as (...a: unknown[]) => unknown)(...args);
  }

  #sendStatement(text: string, values: unknown[], company: Company, last: boolean): Promise<unknown> {
    // A transaction that was begun is to be rolled back when its last statement is refused; one that was not is over.
    const refused = company.commit ? 'no' : 'refused';
    if (last) this.#last = 'sent';
    return new Promise((resolve, reject) => {
      this.#send(
        new Statement(preparedName(text), text, values, company, (error, result) => {
          if (last) this.#last = error ? refused : 'committed';
          if (error) {
            Error.captureStackTrace(error);
            return reject(error);
          }
          resolve(result);
        }),
      );
    });
  }

  /** One after the other: the first time on a connection, and ahead of what has no parameters (it may be several statements). */
  async #open(actor: unknown[] | null): Promise<void> {
    await this.#send(BEGIN);
    this.#prepared.begin = true;
    if (!actor) return;
    await this.#send({ ...ACT, values: actor });
    this.#prepared.act = true;
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
  const lost = (error: unknown): void => options.onError?.(error instanceof Error ? error : new Error(String(error)));
  // An idle client that dies with the server must not take the process with it; the next query reconnects.
  pool.on('error', lost);
  pool.on('connect', (client) => {
    // Nor one that dies while it is lent out: its query is rejected, and the client says so a second time.
    client.on('error', lost);
    // Until it is said, and where it could not be, each transaction says it.
    if (options.actsFor && client instanceof SponsioClient) client.actFor(options.actsFor).catch(lost);
  });
  return pool;
}

/**
 * A connection as one holder has it, until its transaction ends. Kysely sends a transaction's statements one after the other,
 * and goes on with those that wait when another one's refusal has already rolled the transaction back: they would be
 * committed one by one, with nobody acting.
 */
class HeldConnection implements DatabaseConnection {
  readonly held: DatabaseConnection;
  #over = false;
  constructor(held: DatabaseConnection) {
    this.held = held;
  }
  end(): void {
    this.#over = true;
  }
  async executeQuery<R>(query: CompiledQuery) {
    this.#assertOpen();
    return this.held.executeQuery<R>(query);
  }
  streamQuery<R>(query: CompiledQuery, chunkSize?: number) {
    this.#assertOpen();
    return this.held.streamQuery<R>(query, chunkSize);
  }
  #assertOpen(): void {
    if (this.#over) throw new Error('the transaction is over: what was still asked of it is not done');
  }
}
const heldBy = (connection: DatabaseConnection): DatabaseConnection =>
  connection instanceof HeldConnection ? connection.held : connection;
const endOf = (connection: DatabaseConnection): void => {
  if (connection instanceof HeldConnection) connection.end();
};

/** Kysely's driver for Postgres, whose connections refuse statements after their transaction's end and after their release. */
function endingWithTransactions(driver: Driver): Driver {
  return {
    init: () => driver.init(),
    acquireConnection: async () => new HeldConnection(await driver.acquireConnection()),
    beginTransaction: (connection, settings) => driver.beginTransaction(heldBy(connection), settings),
    commitTransaction: (connection) => {
      endOf(connection);
      return driver.commitTransaction(heldBy(connection));
    },
    rollbackTransaction: (connection) => {
      endOf(connection);
      return driver.rollbackTransaction(heldBy(connection));
    },
    savepoint: async (connection, name, compile) => driver.savepoint?.(heldBy(connection), name, compile),
    rollbackToSavepoint: async (connection, name, compile) =>
      driver.rollbackToSavepoint?.(heldBy(connection), name, compile),
    releaseSavepoint: async (connection, name, compile) => driver.releaseSavepoint?.(heldBy(connection), name, compile),
    releaseConnection: (connection) => {
      endOf(connection);
      return driver.releaseConnection(heldBy(connection));
    },
    destroy: () => driver.destroy(),
  };
}

export function createDb(pool: pg.Pool): Kysely<Database> {
  const dialect = new PostgresDialect({ pool });
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => endingWithTransactions(dialect.createDriver()),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
}
