import { verifyPassword } from 'better-auth/crypto';
import type * as z from 'zod';
import type { ServiceContext, SignedInActor } from '../../context.ts';
import { withTx } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { audit } from '../audit/audit.ts';
import { countWrongProof, provedAt, resetWrongProofs, saveProof } from './queries/session-facts.ts';
import { factorsOf, type Factors } from './queries/sign-in-accounts.ts';
import { PROOF_LIFE_MS, PROOF_TRIES, PROOF_WAIT_MS } from './rules.ts';
import type { ProofMethod, ProofOptions, Proved, proveInput, StepUpReason } from './schema.ts';

type SignedIn = ServiceContext<SignedInActor>;

/** Whether this session proved its person within the last ten minutes. Another session's proof does not count. */
async function hasFreshProof(ctx: SignedIn): Promise<boolean> {
  const { sessionId, userId } = ctx.actor;
  if (!sessionId) return false;
  return withTx(ctx, async (tx) => {
    const at = await provedAt(tx.db, { sessionId, userId });
    return at !== null && tx.clock.now().getTime() - at.getTime() < PROOF_LIFE_MS;
  });
}

/** Throws auth.step_up_required with the reason unless the session has a fresh proof. */
export async function assertFreshProof(ctx: SignedIn, reason: StepUpReason): Promise<void> {
  if (!(await hasFreshProof(ctx))) throw new AppError('auth.step_up_required', { reason });
}

/** The password is a proof only for accounts without a better factor. */
export async function proofOptions(ctx: SignedIn): Promise<ProofOptions> {
  const factors = await withTx(ctx, (tx) => factorsOf(tx.db, ctx.actor.userId));
  if (!factors) throw new AppError('auth.sign_in_required');
  const methods: ProofOptions['methods'] = [
    ...(factors.passkeys > 0 ? (['passkey'] as const) : []),
    ...(factors.authenticator ? (['totp'] as const) : []),
  ];
  return { methods: methods.length > 0 ? methods : ['password'] };
}

/**
 * Takes one try before anything is checked, so that concurrent tries cannot exceed the limit. Throws auth.proof_wait.
 */
export async function takeTry(ctx: SignedIn, sessionId: string): Promise<void> {
  const { userId } = ctx.actor;
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - PROOF_WAIT_MS);
  const tries = await withTx(ctx, (tx) => countWrongProof(tx.db, { sessionId, userId, since, at: now }));
  if (tries > PROOF_TRIES) throw new AppError('auth.proof_wait', { minutes: PROOF_WAIT_MS / 60_000 });
}

/** Resets the wrong proofs of this session after a right one. */
export async function clearTries(ctx: SignedIn, sessionId: string): Promise<void> {
  await withTx(ctx, (tx) => resetWrongProofs(tx.db, { sessionId, userId: tx.actor.userId }));
}

async function isRight(ctx: SignedIn, factors: Factors, input: z.output<typeof proveInput>): Promise<boolean> {
  if (input.method === 'password') {
    return (
      !factors.authenticator &&
      factors.passkeys === 0 &&
      factors.password !== null &&
      verifyPassword({ hash: factors.password, password: input.password })
    );
  }
  if (!factors.authenticator) return false;
  if (!ctx.identity) throw new Error('a code can be checked only within a request');
  return input.method === 'totp' ? ctx.identity.useTotp(input.code) : ctx.identity.useRecoveryCode(input.code);
}

/** Writes that this session proved its person just now. */
export async function noteProof(ctx: SignedIn, sessionId: string, method: ProofMethod): Promise<Proved> {
  return withTx(ctx, async (tx) => {
    const now = tx.clock.now();
    await saveProof(tx.db, { sessionId, userId: tx.actor.userId, method, at: now });
    return { until: new Date(now.getTime() + PROOF_LIFE_MS) };
  });
}

/**
 * Proves the person behind this session again. Throws auth.proof_wrong, and auth.proof_wait after five wrong ones within a
 * quarter of an hour. A passkey proves by the library's own ceremony instead.
 */
export async function proveIdentity(ctx: SignedIn, input: z.output<typeof proveInput>): Promise<Proved> {
  const { sessionId, userId } = ctx.actor;
  if (!sessionId) throw new AppError('auth.sign_in_required');
  await takeTry(ctx, sessionId);
  const factors = await withTx(ctx, (tx) => factorsOf(tx.db, userId));
  if (!factors || !(await isRight(ctx, factors, input)))
    throw new AppError('auth.proof_wrong', { field: input.method === 'password' ? 'password' : 'code' });
  return withTx(ctx, async (tx) => {
    const proved = await noteProof(tx, sessionId, input.method);
    if (tx.actor.kind === 'org' || tx.actor.kind === 'staff')
      await audit(tx, 'account.identity_proved', `user:${userId}`, { method: input.method });
    return proved;
  });
}
