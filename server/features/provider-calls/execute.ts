import { withTx, type SystemContext } from '../../context.ts';
import { assertMoneyOut, MoneyOutStopped } from '../money-stops/service.ts';
import { claimAgain, markUnknown, operationOf, sendAgainRequestedAt } from './operations.ts';
import { answeredServerError, asProviderError } from './provider-error.ts';
import { BLIND_RETRY_MS, LAST_CALL_MS, SEND_AGAIN_FROM_MS } from './rules.ts';
import type { Operation } from './schema.ts';

/** The outcome of a call is unknown, and repeating it now is not safe. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

export interface Call<T> {
  /** Looks for the object by its operation id; null when it is proven not to be there. */
  find(): Promise<T | null>;
  create(idempotencyKey: string): Promise<T>;
}

/**
 * Makes one provider call whose claim is committed, and makes it once: after a lost answer the object is looked up
 * before the call is repeated, an object that exists is reconciled, and a key is repeated for 20 hours at most. A new
 * key is taken only where the object is proven absent and no call under the old one can take effect any more: after a
 * server error that was answered, after the 20 hours, or when an operator requested it. While money-out of the currency
 * is stopped no call is made (MoneyOutStopped). Rejects with the provider's refusal otherwise; call it again later.
 * Returns the object and the attempt it belongs to.
 */
export async function executeOperation<T>(
  ctx: SystemContext,
  opId: string,
  call: Call<T>,
): Promise<{ made: T; attempt: number }> {
  let op = await operationOf(ctx, opId);
  if (!op) throw new Error(`operation ${opId} was never claimed`);
  const now = ctx.clock.now();
  const over = await keyExpiry(ctx, op, now);
  // A later attempt follows a refusal; if the refusal was wrong, the object exists.
  if (op.state === 'unknown' || op.attempt > 1 || over) {
    const found = await call.find();
    if (found) return { made: found, attempt: op.attempt };
  }
  try {
    await assertMoneyOut(ctx, opId);
  } catch (error) {
    // An object that an earlier process created and did not record before it crashed is reconciled all the same.
    const found = error instanceof MoneyOutStopped ? await call.find() : null;
    if (found) return { made: found, attempt: op.attempt };
    throw error;
  }
  if (over) {
    if (now < over.callsEnded) throw new OutcomeUnknown(opId);
    op = await takeNewKey(ctx, op);
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

/**
 * From when on the key of an open operation is not repeated; `callsEnded`: from when on no call under it can still be
 * running, so that an object that is absent then stays absent. Null while the key may be repeated.
 */
export async function keyExpiry(ctx: SystemContext, op: Operation, now: Date): Promise<{ callsEnded: Date } | null> {
  const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
  const repeatedUntil = after(op.claimed_at, BLIND_RETRY_MS);
  if (now > repeatedUntil) return { callsEnded: after(repeatedUntil, LAST_CALL_MS) };
  if (now < after(op.claimed_at, SEND_AGAIN_FROM_MS)) return null;
  const requestedAt = await sendAgainRequestedAt(ctx, op);
  return requestedAt && { callsEnded: after(requestedAt, LAST_CALL_MS) };
}

/** The provider repeats the stored answer of a key, so that the next attempt needs a new one. */
async function takeNewKey(ctx: SystemContext, op: Operation): Promise<Operation> {
  return withTx(ctx, (tx) => claimAgain(tx, { ...op, state: 'unknown' }));
}
