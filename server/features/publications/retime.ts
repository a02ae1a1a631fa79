import type { SystemContext } from '../../context.ts';
import { keepUntilWith } from '../addenda/clocks/rules.ts';
import { signalWorkflow } from '../outbox/commands.ts';
import type { Clocks } from '../terms/schema.ts';
import { looksAt } from './facts.ts';
import { lockPostsOfDeal, updatePost } from './queries.ts';
import { nextCheck } from './rules.ts';

/** A signed addendum changed how long a post stays up: posts that are live are looked at until then. */
export async function retimePosts(
  tx: SystemContext,
  { contractId, before, after }: { contractId: string; before: Clocks; after: Clocks },
): Promise<void> {
  if (before.retention === after.retention) return;
  const now = tx.clock.now();
  for (const row of await lockPostsOfDeal(tx.db, contractId)) {
    const post = { state: row.state, keepUntil: row.retention_ends_at };
    const until = keepUntilWith({ state: row.milestone_state, post }, before, after, now);
    if (!until) continue;
    await updatePost(
      tx.db,
      { id: row.id, at: now },
      {
        retention_ends_at: until,
        next_check_at: nextCheck(
          { nextCheckAt: row.next_check_at, looksDone: row.looks_done, misses: row.misses },
          looksAt({ ...row, retention_ends_at: until }),
          now,
        ),
      },
    );
    await signalWorkflow(tx, 'publicationCheck', row.id, 'amended', `${row.id}:v${row.version + 1}`);
  }
}
