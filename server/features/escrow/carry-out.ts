import { withTx, type SystemContext } from '../../context.ts';
import { claimAgain, markUnknown, operationOf, type Operation } from './operations.ts';
import { answeredServerError, asProviderError, BLIND_RETRY_MS } from './provider-answer.ts';

/** The outcome of a call is not known and may no longer be found out by repeating it: a person has to look. */
export class StillUnknown extends Error {
  override readonly name = 'StillUnknown';
}

export interface Call<T> {
  /** Looks for the object by its operation id; null when it is proven not to be there. */
  find(): Promise<T | null>;
  create(idempotencyKey: string): Promise<T>;
}

/**
 * Makes one provider call whose claim is committed, and makes it once: a lost answer is looked up before anything is
 * repeated, what exists is adopted, a key is repeated for 20 hours at most, and a new key is taken only when a server
 * error was answered and the object is proven absent. Rejects with the provider's refusal otherwise; call it again later.
 * Answers the object and the attempt it belongs to.
 */
export async function carryOut<T>(ctx: SystemContext, opId: string, call: Call<T>): Promise<{ made: T; attempt: number }> {
  const op = await operationOf(ctx, opId);
  if (!op) throw new Error(`operation ${opId} was never claimed`);
  const tooOld = ctx.clock.now().getTime() - op.claimed_at.getTime() > BLIND_RETRY_MS;
  // A later attempt follows a refusal; should that have been mistaken, the object is there to be found.
  if (op.state === 'unknown' || op.attempt > 1 || tooOld) {
    const found = await call.find();
    if (found) return { made: found, attempt: op.attempt };
    if (tooOld) {
      await markUnknown(ctx, opId, { code: 'too_old', message: 'no answer within the time a key may be repeated' });
      throw new StillUnknown(opId);
    }
  }
  try {
    return { made: await call.create(op.idempotency_key), attempt: op.attempt };
  } catch (error) {
    const refused = asProviderError(error);
    if (!refused || refused.provenNotCreated) throw error;
    await markUnknown(ctx, opId, refused);
    if (!answeredServerError(refused)) throw error;
    const found = await call.find();
    if (found) return { made: found, attempt: op.attempt };
    await takeNewKey(ctx, op);
    throw error;
  }
}

/** A stored server error is repeated under its key for ever, so the next try needs another. */
async function takeNewKey(ctx: SystemContext, op: Operation): Promise<void> {
  await withTx(ctx, (tx) => claimAgain(tx, { ...op, state: 'unknown' }));
}
