import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { requireRight } from '../../guards.ts';
import { audit } from '../audit/audit.ts';
import { partiesOf } from '../orgs/service.ts';
import { answerImport, importsOfCaller } from './queries/claims.ts';
import type { claimInput, ImportClaim } from './schema.ts';

async function ownClaims(tx: OrgContext): Promise<ImportClaim[]> {
  const rows = await importsOfCaller(tx.db);
  const parties = await partiesOf(
    tx,
    rows.map((row) => row.org_id),
  );
  return rows.flatMap((row) => {
    const by = parties.get(row.org_id);
    if (!by) return [];
    const { id, platform, handle, name, followers } = row;
    return [
      {
        id,
        by,
        platform,
        handle,
        name,
        followers: followers === null ? null : Number(followers),
        accepted: row.claim === 'accepted',
        linkedAt: row.linked_at,
      },
    ];
  });
}

/** What orgs imported and linked to the actor's connected accounts, the last one first. */
export const importClaims = (ctx: OrgContext): Promise<ImportClaim[]> => withTx(ctx, ownClaims);

/**
 * Accepts that an imported person is the actor's creator, or takes the link off: that row is not linked again. Throws
 * not_found.
 */
export async function answerClaim(
  ctx: OrgContext,
  { id, accepted }: z.output<typeof claimInput>,
): Promise<ImportClaim[]> {
  requireRight(ctx, 'profile.edit');
  return withTx(ctx, async (tx) => {
    if (!(await answerImport(tx.db, { id, accepted, at: tx.clock.now() }))) throw new AppError('not_found');
    await audit(tx, accepted ? 'import.accepted' : 'import.disowned', `imported:${id}`);
    return ownClaims(tx);
  });
}
