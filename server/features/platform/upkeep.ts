import type { SystemContext } from '../../context.ts';
import { deletePastRequestKeys, REQUEST_KEY_RETENTION_MS } from '../../once.ts';
import { REGISTRATIONS } from '../registrations.gen.ts';

const BATCH = 2_000;

/**
 * Deletes rows that are not used any more: results of request keys, and what the features register as `deletePast`.
 * Returns how many rows went; one call takes a batch of each.
 */
export async function clearPast(ctx: SystemContext): Promise<number> {
  const { db } = ctx;
  const now = ctx.clock.now();
  let deleted = await deletePastRequestKeys(db, {
    before: new Date(now.getTime() - REQUEST_KEY_RETENTION_MS),
    limit: BATCH,
  });
  for (const { deletePast } of REGISTRATIONS) deleted += (await deletePast?.(db, { now, limit: BATCH })) ?? 0;
  return deleted;
}
