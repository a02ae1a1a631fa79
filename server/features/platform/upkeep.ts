import type { SystemContext } from '../../context.ts';
import { deletePastRequestKeys, REQUEST_KEY_RETENTION_MS } from '../../once.ts';
import { REGISTRATIONS } from '../registrations.gen.ts';

const BATCH = 2_000;

/**
 * Deletes rows that are not used any more: results of request keys, and what the features register as `deletePast`.
 * Returns how many rows went; one call takes a batch of each. Throws what failed once all were tried.
 */
export async function clearPast(ctx: SystemContext): Promise<number> {
  const { db } = ctx;
  const at = { now: ctx.clock.now(), limit: BATCH };
  const deletions = [
    () => deletePastRequestKeys(db, { before: new Date(at.now.getTime() - REQUEST_KEY_RETENTION_MS), limit: BATCH }),
    ...REGISTRATIONS.flatMap(({ deletePast }) => (deletePast ? [() => deletePast(db, at)] : [])),
  ];
  const failures: unknown[] = [];
  let deleted = 0;
  for (const deleteRows of deletions) {
    try {
      deleted += await deleteRows();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'rows that are not used any more could not be deleted');
  return deleted;
}
