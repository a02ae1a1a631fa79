import type { SystemContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { audit } from '../audit/audit.ts';
import { eraseRows, storedObjects } from './erase.ts';
import { orgsOf, unverifiedAccounts } from './queries/accounts.ts';
import { UNVERIFIED_LIFE_MS } from './rules.ts';

/**
 * Names of the account's stored files, or null when it must not be erased: its mailbox was verified, or it has a
 * blocker.
 */
async function stillUnverified(tx: SystemContext, userId: string, before: Date): Promise<string[] | null> {
  if ((await unverifiedAccounts(tx.db, before, userId)).length === 0) return null;
  const orgs = await orgsOf(tx.db, userId);
  return storedObjects(tx, { userId, orgIds: orgs.map((o) => o.orgId) });
}

/** Files before rows: a crash in between leaves an account that a repeat finds, never a file without a row. */
async function eraseOne(ctx: SystemContext, userId: string, before: Date): Promise<boolean> {
  const files = await withTx(ctx, (tx) => stillUnverified(tx, userId, before));
  if (!files) return false;
  for (const key of files) await ctx.integrations.storage.remove(key);
  return withTx(ctx, async (tx) => {
    if (!(await stillUnverified(tx, userId, before))) return false;
    await eraseRows(tx, { userId, name: `Deleted account ${userId.slice(-6)}` });
    await audit(tx, 'account.unverified_erased', `user:${userId}`);
    return true;
  });
}

/**
 * Erases accounts whose mailbox was not verified within seven days. One that has money, a deal or part of one, a
 * document, a team or a hold stays. Returns how many were erased; one call takes a batch, and the next one retries a
 * failed account.
 */
export async function eraseUnverified(ctx: SystemContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - UNVERIFIED_LIFE_MS);
  let erased = 0;
  for (const userId of await unverifiedAccounts(ctx.db, before)) {
    try {
      if (await eraseOne(ctx, userId, before)) erased += 1;
    } catch (error) {
      ctx.integrations.log.error(
        { err: error, user: userId },
        'an account with an unverified mailbox could not be erased',
      );
    }
  }
  return erased;
}
