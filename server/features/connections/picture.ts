import { withTx, type SystemContext } from '../../context.ts';
import { saveMeasured } from '../creators/connected.ts';
import { connectionById, lockedConnection, updateConnection } from './queries/connections.ts';
import { PICTURE_EVERY_MS } from './rules.ts';

/** The account whose picture is to be fetched, and where its network has it; null where it is fresh or there is none. */
export async function pictureWanted(
  ctx: SystemContext,
  { id }: { id: string },
): Promise<{ accountId: string; url: string } | null> {
  const row = await withTx(ctx, (tx) => connectionById(tx.db, id));
  if (row?.state !== 'active' || !row.account_id || !row.picture_url) return null;
  const age = row.picture_read_at ? ctx.clock.now().getTime() - row.picture_read_at.getTime() : Infinity;
  return age < PICTURE_EVERY_MS ? null : { accountId: row.account_id, url: row.picture_url };
}

/** Notes that the picture was fetched; `stored`: and that it is kept. */
export async function notePicture(
  ctx: SystemContext,
  { id, accountId, stored }: { id: string; accountId: string; stored: boolean },
): Promise<boolean> {
  return withTx(ctx, async (tx) => {
    const row = await lockedConnection(tx.db, id);
    if (row?.state !== 'active' || row.account_id !== accountId) return false;
    const at = tx.clock.now();
    await updateConnection(tx.db, id, { picture_read_at: at, at });
    if (stored) await saveMeasured(tx, accountId, { handle: row.handle, pictureAt: at });
    return true;
  });
}
