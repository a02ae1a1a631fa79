import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Lists of differing lengths make any number of texts; those that come after this many are planned each time. */
const MAX_NAMES = 500;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  const name = `s${names.size + 1}`;
  names.set(text, name);
  return name;
}

/**
 * A failed statement whose error was caught leaves the transaction aborted; Postgres answers its `commit` with ROLLBACK
 * and no error.
 */
function requireCommitted(text: string, command: string): void {
  if (text === 'commit' && command === 'ROLLBACK')
    throw new Error('the transaction was rolled back: one of its statements had failed');
}

function wrap(client: pg.PoolClient): PostgresPoolClient {
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

/**
 * The pool for Kysely, with a name for each statement that has parameters: Postgres parses and plans it once per
 * connection (https://node-postgres.com/features/queries#prepared-statements). Row security makes planning most of a
 * short statement's work.
 */
export function withNamedStatements(pool: pg.Pool): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}
