import type * as z from 'zod';
import type { ServiceContext, SignedInActor, SystemContext } from '../../context.ts';
import { withTx } from '../../context.ts';
import { plus } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { audit } from '../audit/audit.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import {
  emailOf,
  endPlannedRemoval,
  insertRemoval,
  lockFactors,
  plannedRemovalOf,
  removePlannedFactor,
} from './queries/factor-removals.ts';
import { deleteAuthenticator, deletePasskey, factorsOf, passkeysOf } from './queries/sign-in-accounts.ts';
import { LAST_FACTOR_DELAY } from './rules.ts';
import type { FactorRemoval, FactorRemoved, removeFactorInput } from './schema.ts';
import { assertFreshProof } from './step-up.ts';

type SignedIn = ServiceContext<SignedInActor>;

/** The pending removal, if there is one. */
export async function plannedRemoval(tx: SignedIn): Promise<FactorRemoval | null> {
  const row = await plannedRemovalOf(tx.db, tx.actor.userId);
  return row ? { factor: row.passkey_id === null ? 'authenticator' : 'passkey', removesAt: row.due_at } : null;
}

/**
 * Removes a factor. The last one stays for a day, of which its owner is notified by mail at once, so that a briefly
 * stolen session cannot remove all factors. Throws auth.step_up_required, not_found, and auth.factor_required for the
 * authenticator of staff, who keep it, and for their last factor.
 */
export async function removeFactor(ctx: SignedIn, input: z.output<typeof removeFactorInput>): Promise<FactorRemoved> {
  const { userId, kind } = ctx.actor;
  await assertFreshProof(ctx, 'sign_in_settings');
  return withTx(ctx, async (tx) => {
    await lockFactors(tx.db, userId);
    const factors = await factorsOf(tx.db, userId);
    const passkeyId = input.factor === 'passkey' ? input.id : null;
    const exists =
      passkeyId === null ? factors?.authenticator : (await passkeysOf(tx.db, userId)).some((p) => p.id === passkeyId);
    if (!factors || !exists) throw new AppError('not_found');
    const isLast = (factors.authenticator ? 1 : 0) + factors.passkeys === 1;
    if ((kind === 'staff' || kind === 'enrolling') && (passkeyId === null || isLast))
      throw new AppError('auth.factor_required');
    const note = async (event: string) => {
      if (kind === 'org' || kind === 'staff') await audit(tx, event, `user:${userId}`, { factor: input.factor });
    };
    if (!isLast) {
      await (passkeyId === null ? deleteAuthenticator(tx.db, userId) : deletePasskey(tx.db, userId, passkeyId));
      await note('account.factor_removed');
      return { removesAt: null };
    }
    const planned = await plannedRemoval(tx);
    if (planned) return { removesAt: planned.removesAt };
    const now = tx.clock.now();
    const id = newId(now.getTime());
    const dueAt = plus(now, LAST_FACTOR_DELAY[tx.integrations.settings.clockPolicy]);
    await insertRemoval(tx.db, { id, userId, passkeyId, dueAt, at: now });
    await startWorkflow(tx, 'factorRemoval', id);
    await queueMail(tx, {
      kind: 'factor_removal_planned',
      to: factors.email,
      userId,
      key: id,
      data: { removesAt: dueAt.toISOString() },
    });
    await note('account.factor_removal_planned');
    return { removesAt: dueAt };
  });
}

async function endRemoval(tx: SignedIn, state: 'stopped' | 'replaced'): Promise<boolean> {
  const { userId, kind } = tx.actor;
  const id = await endPlannedRemoval(tx.db, { userId, state, at: tx.clock.now() });
  if (!id) return false;
  await signalWorkflow(tx, 'factorRemoval', id, state, id);
  if (kind === 'org' || kind === 'staff') await audit(tx, 'account.factor_kept', `user:${userId}`, { why: state });
  return true;
}

/** Cancels the pending removal. Throws state.wrong when there is none (any more). */
export async function keepFactor(ctx: SignedIn): Promise<void> {
  if (!(await withTx(ctx, (tx) => endRemoval(tx, 'stopped')))) throw new AppError('state.wrong');
}

/** Adding a factor cancels a pending removal. The owner of the mailbox is notified. */
export async function factorAdded(
  ctx: SignedIn,
  { factor, email }: { factor: 'authenticator' | 'passkey'; email: string },
): Promise<void> {
  await withTx(ctx, async (tx) => {
    await endRemoval(tx, 'replaced');
    const now = tx.clock.now();
    await queueMail(tx, {
      kind: `${factor}_added`,
      to: email,
      userId: tx.actor.userId,
      key: newId(now.getTime()),
      data: { addedAt: now.toISOString() },
    });
  });
}

/** Removes the factor at the end of the day and notifies its owner. */
export async function executeRemoval(ctx: SystemContext, { id }: { id: string }): Promise<{ state: string }> {
  return withTx(ctx, async (tx) => {
    const userId = await removePlannedFactor(tx.db, id);
    if (!userId) return { state: 'kept' };
    const email = await emailOf(tx.db, userId);
    if (email) await queueMail(tx, { kind: 'factor_removed', to: email, userId, key: id, data: {} });
    await audit(tx, 'account.factor_removed', `user:${userId}`);
    return { state: 'removed' };
  });
}
