import { sql } from 'kysely';
import { withTx, type Actor, type ServiceContext } from '../../server/context.ts';
import type { TestWorld } from './people.ts';
import { eventually } from './worker.ts';

/** Does an act in a transaction that stays open until `commit`: the first of two that meet. */
export async function uncommitted<A extends Actor>(
  ctx: ServiceContext<A>,
  act: (tx: ServiceContext<A>) => Promise<unknown>,
): Promise<{ commit(): Promise<void> }> {
  let commit = () => {};
  const committed = new Promise<void>((resolve) => (commit = resolve));
  let ended: Promise<void> = Promise.resolve();
  await new Promise<void>((done, failed) => {
    ended = withTx(ctx, async (tx) => {
      await act(tx);
      done();
      await committed;
    });
    ended.catch(failed);
  });
  return {
    commit() {
      commit();
      return ended;
    },
  };
}

/** Resolves when a transaction in this world's database waits for the lock on an org. */
export const aTransactionWaits = (world: TestWorld) =>
  eventually('a transaction waits for a lock', async () => {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())) as waiting`.execute(
      world.owner,
    );
    return rows[0]!.waiting;
  });
