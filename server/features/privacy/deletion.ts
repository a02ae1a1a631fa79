import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type * as z from 'zod';
import { withTx, type OrgContext, type ServiceContext, type SystemContext } from '../../context.ts';
import { plus } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { FALLBACK_LOCALE, matchLocale } from '../../core/locale.ts';
import { requireStepUp } from '../../guards.ts';
import { countAddress } from '../accounts/address-limit.ts';
import { issueCode, useCode } from '../accounts/codes.ts';
import { asOwner } from '../accounts/recovery.ts';
import { audit } from '../audit/audit.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { closeOrgs } from '../orgs/changes.ts';
import { blockAgreements } from '../orgs/status.ts';
import { signalWorkflow, startWorkflow } from '../outbox/commands.ts';
import { eraseElsewhere, eraseRows, storedObjects } from './erase.ts';
import { isStaff, mailboxOf, deletionBlockers, orgsOf } from './queries/accounts.ts';
import {
  closeErased,
  deletionWithCode,
  deleteFarewellMail,
  insertDeletion,
  lockDeletion,
  openDeletionOf,
  updateDeletion,
  withdrawDeletion,
} from './queries/deletions.ts';
import { confirmationCode } from './rules.ts';
import { GRACE } from '../policies/rules.ts';
import type {
  requestAccountDeletionInput,
  confirmDeletionInput,
  deletionCodeInput,
  DeletionBlocker,
  DeletionState,
  DeletionStatus,
  MyDeletion,
} from './schema.ts';

/** A request for a code is never answered sooner, so that its time reveals no account. */
const MIN_ANSWER_MS = 1_000;
/** A refused code is answered a little later than the database takes, so that its time reveals no reason. */
const REFUSED_MS = 300;

/** Mails a code to the account with that address, if there is one; the answer is the same for every address. */
export async function requestAccountDeletion(
  ctx: ServiceContext,
  input: z.output<typeof requestAccountDeletionInput>,
  ip: string,
): Promise<{ requested: true }> {
  const floor = pause(MIN_ANSWER_MS + Math.random() * 100);
  try {
    await countAddress(ctx, 'request-reset', ip);
    await issueCode(ctx, { purpose: 'delete', email: input.email, userId: null });
  } finally {
    await floor;
  }
  return { requested: true };
}

/**
 * Opens the request of an account whose mailbox was just verified. Throws auth.code_invalid, auth.code_expired,
 * auth.code_tries.
 */
export async function confirmDeletion(
  ctx: ServiceContext,
  input: z.output<typeof confirmDeletionInput>,
  ip: string,
): Promise<DeletionStatus> {
  const floor = pause(REFUSED_MS + Math.random() * 100);
  try {
    return await confirm(ctx, input, ip);
  } catch (refused) {
    await floor;
    throw refused;
  }
}

async function confirm(
  ctx: ServiceContext,
  input: z.output<typeof confirmDeletionInput>,
  ip: string,
): Promise<DeletionStatus> {
  await countAddress(ctx, 'confirm-reset', ip);
  const opened = await useCode(ctx, { purpose: 'delete', email: input.email, code: input.code }, async (tx) => {
    const { me, account } = await asOwner(tx, input.email);
    return open(me, { userId: account.id, source: 'mail' });
  });
  if (!opened) throw new AppError('auth.code_invalid');
  return opened;
}

/**
 * Opens a deletion request of the signed-in user. Throws auth.step_up_required, and privacy.deletion_open when one is
 * open already.
 */
export async function requestDeletion(ctx: OrgContext): Promise<DeletionStatus> {
  return withTx(ctx, async (tx) => {
    await requireStepUp(tx, 'account_deletion');
    return open(tx, { userId: tx.actor.userId, source: 'profile' });
  });
}

async function open(
  tx: ServiceContext,
  { userId, source }: { userId: string; source: 'profile' | 'mail' },
): Promise<DeletionStatus> {
  const now = tx.clock.now();
  if (await isStaff(tx.db, userId)) throw new AppError('auth.wrong_account_type');
  const id = newId(now.getTime());
  const code = confirmationCode(randomBytes(10));
  if (!(await insertDeletion(tx.db, { id, code, userId, source, at: now })))
    throw new AppError('privacy.deletion_open');
  await startWorkflow(tx, 'accountDeletion', id);
  await audit(tx, 'account.deletion_requested', `deletion:${id}`, { source });
  return { code, state: 'checking', requestedAt: now, eraseAt: null, endedAt: null };
}

/** The newest request of the signed-in user, with its blockers; null when there is none or it was withdrawn. */
export async function myDeletion(ctx: OrgContext): Promise<MyDeletion | null> {
  return withTx(ctx, async (tx) => {
    const row = await openDeletionOf(tx.db, tx.actor.userId);
    if (!row) return null;
    return {
      code: row.code,
      state: row.state,
      requestedAt: row.requested_at,
      eraseAt: row.erase_at,
      endedAt: row.ended_at,
      blockers: row.blockers,
    };
  });
}

/** Withdraws the open request of the signed-in user. Throws state.wrong when there is none. */
export async function cancelDeletion(ctx: OrgContext): Promise<{ cancelled: true }> {
  return withTx(ctx, async (tx) => {
    const id = await withdrawDeletion(tx.db, { userId: tx.actor.userId, at: tx.clock.now() });
    if (!id) throw new AppError('state.wrong');
    await signalWorkflow(tx, 'accountDeletion', id, 'withdrawn', id);
    // An unverified mailbox may be a stranger's, and a deletion can be requested and withdrawn any number of times.
    if (tx.actor.emailVerified)
      await queueMail(tx, {
        kind: 'deletion_withdrawn',
        to: tx.actor.email,
        userId: tx.actor.userId,
        key: id,
        data: {},
      });
    await audit(tx, 'account.deletion_withdrawn', `deletion:${id}`);
    return { cancelled: true };
  });
}

/** Status of the erasure with that confirmation code. Throws not_found. */
export async function deletionStatus(
  ctx: ServiceContext,
  { code }: z.output<typeof deletionCodeInput>,
): Promise<DeletionStatus> {
  const row = await withTx(ctx, (tx) => deletionWithCode(tx.db, code));
  if (!row) throw new AppError('not_found');
  return { code, state: row.state, requestedAt: row.requested_at, eraseAt: row.erase_at, endedAt: row.ended_at };
}

/** Blockers of an erasure: open deals and money in the orgs that are theirs alone, a team without another owner. */
async function blockersOf(
  tx: SystemContext,
  userId: string,
): Promise<{ blockers: DeletionBlocker[]; alone: string[] }> {
  const orgs = await orgsOf(tx.db, userId);
  const alone = orgs.filter((o) => o.alone).map((o) => o.orgId);
  const leaderless = orgs.filter((o) => !o.alone && o.role === 'owner' && !o.replaceable);
  const matters = alone.length > 0 ? await deletionBlockers(tx.db, alone) : [];
  return {
    alone,
    blockers: [
      ...(leaderless.length > 0 ? [{ kind: 'sole_owner' as const, count: leaderless.length, amounts: [] }] : []),
      ...matters,
    ],
  };
}

async function setState(
  tx: SystemContext,
  id: string,
  set: { state: DeletionState; blockers?: DeletionBlocker[]; erase_at?: Date | null },
): Promise<void> {
  await updateDeletion(tx.db, id, { blockers: [], ...set, updated_at: tx.clock.now() });
}

/** Checks whether money is held. If so the request is blocked; without blockers the grace period begins. */
export async function checkDeletion(ctx: SystemContext, { id }: { id: string }): Promise<{ state: string }> {
  return withTx(ctx, async (tx) => {
    const row = await lockDeletion(tx.db, { id, states: ['checking', 'blocked'] });
    if (!row?.user_id) return { state: 'kept' };
    const { blockers } = await blockersOf(tx, row.user_id);
    if (blockers.length > 0) {
      await setState(tx, id, { state: 'blocked', blockers, erase_at: null });
      return { state: 'blocked' };
    }
    const eraseAt = plus(tx.clock.now(), GRACE[tx.integrations.settings.clockPolicy]);
    await setState(tx, id, { state: 'planned', erase_at: eraseAt });
    const person = await mailboxOf(tx.db, row.user_id);
    if (person && (person.email_verified_at || row.source === 'mail'))
      await queueMail(tx, {
        kind: 'deletion_planned',
        to: person.email,
        userId: row.user_id,
        key: id,
        data: { erasesAt: eraseAt.toISOString() },
      });
    return { state: 'planned' };
  });
}

/**
 * The person whose grace period is over, with the orgs to erase; null, and blocked again, when there is a blocker now.
 */
async function lockDue(tx: SystemContext, id: string): Promise<{ userId: string; alone: string[] } | null> {
  const row = await lockDeletion(tx.db, { id, states: ['planned'] });
  if (!row?.user_id || !row.erase_at || row.erase_at > tx.clock.now()) return null;
  // A concurrent acceptance of an offer is seen here, or finds the org erased.
  await blockAgreements(
    tx,
    (await orgsOf(tx.db, row.user_id)).map((o) => o.orgId),
  );
  const { blockers, alone } = await blockersOf(tx, row.user_id);
  if (blockers.length === 0) return { userId: row.user_id, alone };
  await setState(tx, id, { state: 'blocked', blockers, erase_at: null });
  return null;
}

/**
 * Erases the person at the end of the grace period, unless money is held by then. Stored objects are deleted first: a
 * crash in between leaves rows that a repeat finds, never a file without a row.
 */
export async function eraseAccount(ctx: SystemContext, { id }: { id: string }): Promise<{ state: string }> {
  const objects = await withTx(ctx, async (tx) => {
    const due = await lockDue(tx, id);
    return due && storedObjects(tx, { userId: due.userId, orgIds: due.alone });
  });
  if (!objects) return { state: 'kept' };
  for (const key of objects) await ctx.integrations.storage.remove(key);
  return withTx(ctx, async (tx) => {
    // Deleting files takes time, in which money may arrive or the request be withdrawn.
    const due = await lockDue(tx, id);
    if (!due) return { state: 'kept' };
    const person = await mailboxOf(tx.db, due.userId);
    await eraseRows(tx, { userId: due.userId, name: nameOf(id) });
    await closeOrgs(tx, due.alone);
    await setState(tx, id, { state: 'erased' });
    // Queued after the erasure, which would delete it.
    if (person)
      await queueMail(tx, {
        kind: 'account_erased',
        to: person.email,
        userId: null,
        key: id,
        data: {},
        locale: matchLocale(person.locale) ?? FALLBACK_LOCALE,
      });
    await audit(tx, 'account.erased', `deletion:${id}`);
    return { state: 'erased' };
  });
}

/** Replaces the person's name. */
const nameOf = (id: string): string => `Deleted account ${id.slice(-6)}`;

/**
 * Deletes the last mail, and with it the address, once it is sent or given up, and what other companies have of the person.
 * Rejects while one of them is away: repeat it.
 */
export async function closeDeletion(ctx: SystemContext, { id }: { id: string }): Promise<{ state: string }> {
  const [elsewhere] = await Promise.allSettled([eraseElsewhere(ctx)]);
  const isSent = await withTx(ctx, (tx) => deleteFarewellMail(tx.db, id));
  if (elsewhere.status === 'rejected') throw elsewhere.reason;
  if (!isSent) return { state: 'still on its way' };
  await withTx(ctx, (tx) => closeErased(tx.db, { id, at: tx.clock.now() }));
  return { state: 'forgotten' };
}
