import { createHash } from 'node:crypto';
import type { ServiceContext, SignedInActor } from '../../context.ts';
import { withTx } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import { audit } from '../audit/audit.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { countSignIns, insertSessionFacts, insertSignIn } from './queries/session-facts.ts';
import { deviceOf, ipRange } from './rules.ts';
import type { SignInMethod } from './schema.ts';

export interface SignIn {
  sessionId: string;
  method: SignInMethod;
  /** Null while the mailbox is unverified: a sign-up with another person's address must not cause mail to it. */
  provenEmail: string | null;
  /** The id of the browser for this account. */
  device: string;
  ip: string;
  /** The app's address it came from, where that is not the main one. */
  origin: string | null;
  userAgent: string | null;
}

/**
 * Writes a sign-in into the account's history. From a browser this account was not seen in before, its owner is
 * notified by mail; not about the very first, which is the sign-up.
 */
export async function recordSignIn(ctx: ServiceContext<SignedInActor>, signIn: SignIn): Promise<void> {
  const { userId } = ctx.actor;
  const device = createHash('sha256').update(signIn.device).digest('hex');
  await withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    const earlier = await countSignIns(tx.db, { userId, device });
    const newDevice = earlier.here === 0;
    const id = newId(now.getTime());
    await insertSignIn(tx.db, {
      id,
      user_id: userId,
      session_id: signIn.sessionId,
      method: signIn.method,
      device,
      new_device: newDevice,
      ip_range: ipRange(signIn.ip) || null,
      user_agent: signIn.userAgent?.slice(0, 400) ?? null,
      at: now,
    });
    await insertSessionFacts(tx.db, { sessionId: signIn.sessionId, userId, origin: signIn.origin, at: now });
    if (newDevice && earlier.all > 0 && signIn.provenEmail !== null) {
      const { browser, system } = deviceOf(signIn.userAgent);
      await queueMail(tx, {
        kind: 'new_sign_in',
        to: signIn.provenEmail,
        userId,
        key: id,
        data: { device: [browser ?? '?', system ?? '?'].join(' · '), signedInAt: now.toISOString() },
      });
    }
  });
}

/**
 * Writes an attempt at the staff portal into the audit log, whatever its outcome. The attempted address is stored as a
 * hash.
 */
export async function recordStaffSignIn(
  ctx: ServiceContext,
  entry: {
    email: string;
    outcome: 'signed_in' | 'sign_in_refused' | 'factor_asked';
    step: 'password' | 'second_factor' | 'passkey';
  },
): Promise<void> {
  await withTx(ctx, (tx) =>
    audit(
      tx,
      `staff.${entry.outcome}`,
      `mailbox:${createHash('sha256').update(entry.email.trim().toLowerCase()).digest('hex').slice(0, 16)}`,
      { step: entry.step },
    ),
  );
}
