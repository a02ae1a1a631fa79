import { sql } from 'kysely';
import type { TestWorld } from './people.ts';
import { eventually } from './worker.ts';

/** Until so many statements of other connections wait for a lock: acts have begun and cannot go on before another one ends. */
export const waitingForLock = (world: TestWorld, acts = 1): Promise<unknown> =>
  eventually('an act waits for another one', async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks
      join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(world.owner);
    return (rows[0]?.waiting ?? 0) >= acts;
  });
