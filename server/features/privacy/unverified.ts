import { sql } from 'kysely';
import type { SystemContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { audit } from '../audit/audit.ts';
import { storedObjects, unverifiedAccounts } from './queries.ts';
import { UNVERIFIED_LIFE_MS } from './rules.ts';

/**
 * Erases accounts whose mailbox was not proven within seven days. One that has money, a deal or part of one, a document, a
 * team or a hold stays. Returns how many went; one call takes a batch.
 */
export async function eraseUnverified(ctx: SystemContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - UNVERIFIED_LIFE_MS);
  let erased = 0;
  for (const userId of await unverifiedAccounts(ctx.db, before)) {
    const gone = await withTx(ctx, async (tx) => {
      // Asked again under the lock: the mailbox may have been proven, or something come to be held, a moment ago.
      if ((await unverifiedAccounts(tx.db, before, userId)).length === 0) return null;
      const orgs = await tx.db.selectFrom('org_members').select('org_id').where('user_id', '=', userId).execute();
      const files = await storedObjects(tx.db, { userId, orgIds: orgs.map((o) => o.org_id) });
      await sql`select erase_person(${userId}, ${`Deleted account ${userId.slice(-6)}`})`.execute(tx.db);
      await audit(tx, 'account.unverified_erased', `user:${userId}`);
      return files;
    });
    if (!gone) continue;
    erased += 1;
    for (const key of gone) await ctx.integrations.storage.remove(key);
  }
  return erased;
}
