import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Of one pool: a prepared statement takes memory on each connection that used it. */
const MAX_NAMES = 500;
/** Texts that were sent once; lists of differing lengths make any number of them. */
const MAX_SEEN = 2_000;

/** Gives a text its name when it is sent for the second time; those that come after `MAX_NAMES` have none. */
function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_NAMES) return known;
    if (!seen.delete(text)) {
      if (seen.size >= MAX_SEEN) seen.clear();
      seen.add(text);
      return undefined;
    }
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

/**
 * A failed statement whose error was caught leaves the transaction aborted; Postgres answers its `commit` with ROLLBACK
 * and no error.
 */
function requireCommitted(text: string, command: string): void {
  if (text === 'commit' && command === 'ROLLBACK')
    throw new Error('the transaction was rolled back: one of its statements had failed');
}

function wrap(client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (typeof text !== 'string') throw new TypeError('cursors are not supported');
    const values = [...parameters];
    const name = values.length > 0 ? nameOf(text) : undefined;
    const result = await client.query(name === undefined ? { text, values } : { name, text, values });
    requireCommitted(text, result.command);
    return result;
  };
  // The interface's second signature is that of cursors.
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
}

function wrapPool(pool: pg.Pool): PostgresPool {
  const nameOf = createNames();
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client, nameOf);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

/** Names belong to connections: all that use a pool share its names. */
const pools = new WeakMap<pg.Pool, PostgresPool>();

/**
 * The pool for Kysely, with a name for each statement that has parameters and is sent repeatedly: Postgres parses and
 * plans it once per connection (https://node-postgres.com/features/queries#prepared-statements). Row security makes
 * planning most of a short statement's work.
 */
export function withNamedStatements(pool: pg.Pool): PostgresPool {
  const known = pools.get(pool) ?? wrapPool(pool);
  pools.set(pool, known);
  return known;
}
