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
  /** The kind that acts on these connections unless a transaction says otherwise: said once per connection, not once per transaction. */
  actsFor?: 'system';
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
  begin: boolean;
  actor: unknown[] | null;
  commit: 'no' | 'prepared' | 'to prepare';
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
    if (commit === 'to prepare') wire.parse(COMMIT);
    if (commit !== 'no') {
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
  #prepared = { begin: false, act: false, commit: false };
  /** The transaction's last statement is on its way, or the transaction is over with it and the caller has yet to say so. */
  #last: 'no' | 'sent' | 'committed' | 'refused' = 'no';
  #actsFor: string | undefined;

  // @ts-expect-error the many overloads of `query` come down to this one for callers that pass text and parameters
  override query(...args: unknown[]): unknown {
    const [text, values, ...rest] = args;
    if (this.#last !== 'no') {
      // A rollback may come too late, but ends what its caller takes for open.
      const ends = text === 'rollback' || (text === COMMIT.text && this.#last === 'committed');
      if (this.#last === 'sent' || !ends) return Promise.reject(new Error('the transaction was over with its last statement'));
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
    const { begin, act, commit } = this.#prepared;
    if (this.#begins) {
      const actor = this.#actor;
      this.#begins = false;
      this.#actor = null;
      if (text === COMMIT.text || text === 'rollback') return Promise.resolve(NOTHING);
      const travels = parameters.length > 0 && (begin || last) && (act || !actor);
      if (!travels) return this.#open(actor).then(() => this.query(...args));
      return this.#sendStatement(text, parameters, { begin: !last, actor, commit: 'no' }, last);
    }
    // What passes a callback is the pool, which asks outside of transactions.
    if (parameters.length === 0 || rest.length > 0) return this.#send(...args);
    return this.#sendStatement(text, parameters, { begin: false, actor: null, commit: !last ? 'no' : commit ? 'prepared' : 'to prepare' }, last);
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
    const refused = company.commit === 'no' ? 'refused' : 'no';
    if (last) this.#last = 'sent';
    return new Promise((resolve, reject) => {
      this.#send(
        new Statement(preparedName(text), text, values, company, (error, result) => {
          if (last) this.#last = error ? refused : 'committed';
          if (error) {
            Error.captureStackTrace(error);
            return reject(error);
          }
          if (company.commit !== 'no') this.#prepared.commit = true;
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
  // An idle client that dies with the server must not take the process with it; the next query reconnects.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    // Nor one that dies while it is lent out: its query is rejected, and the client says so a second time.
    client.on('error', () => {});
    // Until it is said, and where it could not be, each transaction says it.
    if (options.actsFor && client instanceof SponsioClient) client.actFor(options.actsFor).catch(() => {});
  });
  return pool;
}

export const createDb = (pool: pg.Pool): Kysely<Database> => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
