import { withTx, type SystemContext } from '../../context.ts';
import { ADDRESSES } from '../../core/addresses.ts';
import { notify } from '../notifications/notify.ts';
import { afterCheck, afterMailWait, type CheckOutcome, type VerificationState } from './domains/rules.ts';
import { lockedVerification, verificationById, type VerificationRow } from './queries/verifications.ts';
import { lookAt, settle } from './verification.ts';

const isDue = (row: VerificationRow | undefined, now: Date): row is VerificationRow =>
  row !== undefined && row.state !== 'failed' && row.next_check_at !== null && row.next_check_at <= now;

/**
 * The check of a domain when it is due: the TXT record is looked for, or the time of a proof by mail is over. The answer of
 * the name servers counts only while the check is still due, so that a repeat counts no miss twice.
 */
export async function checkDomain(
  ctx: SystemContext,
  { id }: { id: string },
): Promise<{ outcome: VerificationState | 'not due'; found: string | null }> {
  const row = await withTx(ctx, (tx) => verificationById(tx.db, id));
  if (!isDue(row, ctx.clock.now())) return { outcome: 'not due', found: null };
  const seen = row.method === 'dns' ? await lookAt(ctx, row) : null;
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const locked = await lockedVerification(tx.db, id);
    if (!isDue(locked, now)) return { outcome: 'not due', found: null };
    const after: CheckOutcome = seen === null ? afterMailWait(locked) : afterCheck(locked, seen, now);
    const settled = await settle(tx, locked, after);
    await notifyBrand(tx, locked, settled.state);
    return { outcome: settled.state, found: seen };
  });
}

/** Reports to the brand what changed without its doing. */
async function notifyBrand(tx: SystemContext, row: VerificationRow, state: VerificationState): Promise<void> {
  if (state === row.state || (state === 'failed' && row.method === 'mail' && row.state === 'pending')) return;
  await notify(tx, {
    orgId: row.org_id,
    kind: state === 'verified' ? 'brand_verified' : 'brand_unverified',
    data: { name: row.domain },
    link: ADDRESSES.brand,
    key: `brand_verification:${row.id}:${state}`,
  });
}
