import type { Db } from '../../../../db/client.ts';

/** They no longer count as bounced. */
export async function clearBounced(db: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await db
    .updateTable('profiles')
    .set({ email_bounced_at: null })
    .where('email', 'in', addresses)
    .where('email_bounced_at', 'is not', null)
    .execute();
}

export async function markBounced(db: Db, { address, at }: { address: string; at: Date }): Promise<void> {
  await db.updateTable('profiles').set({ email_bounced_at: at }).where('email', '=', address).execute();
}
