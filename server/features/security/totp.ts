import { timingSafeEqual } from 'node:crypto';
import { symmetricDecrypt } from 'better-auth/crypto';
import { createOTP } from '@better-auth/utils/otp';
import type { ServiceContext, SignedInActor } from '../../context.ts';
import { withTx } from '../../context.ts';
import { authenticatorOf, takeStep } from './queries.ts';

const STEP_MS = 30_000;

/**
 * The step whose code this is, of the three that an authenticator's clock may be in (RFC 6238 §5.2); null when it is of
 * none.
 */
async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const current = Math.floor(now.getTime() / STEP_MS);
  let found: number | null = null;
  for (const step of [current - 1, current, current + 1]) {
    const [given, right] = [Buffer.from(code), Buffer.from(await createOTP(secret).hotp(step))];
    if (given.length === right.length && timingSafeEqual(given, right)) found = step;
  }
  return found;
}

/**
 * Uses a code of this person's authenticator up, also of one that is only being set up. `used`: the code is right, but it
 * or a later one was taken before, whatever it was taken for; of several sent side by side one is taken.
 */
export async function takeTotp(ctx: ServiceContext<SignedInActor>, code: string): Promise<'taken' | 'used' | 'wrong'> {
  const authenticator = await withTx(ctx, (tx) => authenticatorOf(tx.db, ctx.actor.userId));
  if (!authenticator) return 'wrong';
  const secret = await symmetricDecrypt({ key: ctx.integrations.settings.authSecret, data: authenticator.secret });
  const step = await stepOf(secret, code, ctx.clock.now());
  if (step === null) return 'wrong';
  return (await withTx(ctx, (tx) => takeStep(tx.db, authenticator.id, step))) ? 'taken' : 'used';
}
