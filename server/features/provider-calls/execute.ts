import { withTx, type SystemContext } from '../../context.ts';
import type { Money } from '../../core/money.ts';
import { assertMoneyOut, MoneyOutStopped } from '../money-stops/service.ts';
import { claimAgain, markUnknown, operationForCall, sendAgainRequestedAt } from './operations.ts';
import { answeredServerError, asProviderError } from './provider-error.ts';
import { isOpenForLong, keyExpiryOf, looksFirst } from './rules.ts';
import type { Operation } from './schema.ts';

/** The outcome of a call is unknown, and repeating it now is not safe. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

export interface Call<T> {
  /** What it is to move. */
  requested: Money;
  /** Looks for the object by its operation id; null when it is proven not to be there. */
  find(): Promise<T | null>;
  create(idempotencyKey: string): Promise<T>;
}

/**
 * What the provider made moves another sum than was requested: nothing is booked as if it did not, and staff see the call.
 * Throws OutcomeUnknown.
 */
export async function assertAsRequested(
  ctx: SystemContext,
  opId: string,
  requested: Money,
  made: Money,
): Promise<void> {
  if (made.amount === requested.amount && made.currency === requested.currency) return;
  await markUnknown(ctx, opId, {
    code: 'amount_mismatch',
    message: `${made.amount} ${made.currency} instead of ${requested.amount} ${requested.currency}`,
  });
  throw new OutcomeUnknown(opId);
}

/**
 * Makes one provider call whose claim is committed, and makes it once: after a lost answer the object is looked up
 * before the call is repeated, an object that exists is reconciled, and a key is repeated for 20 hours at most. A new
 * key is taken only where the object is proven absent and no call under the old one can take effect any more: after a
 * server error that was answered, after the 20 hours, or when an operator requested it. While money-out of the currency
 * is stopped no call is made (MoneyOutStopped). An object that moves another sum than was requested is not answered
 * (OutcomeUnknown). Rejects with the provider's refusal otherwise; call it again later. Returns the object and the attempt
 * it belongs to.
 */
export async function executeOperation<T extends Money>(
  ctx: SystemContext,
  opId: string,
  call: Call<T>,
): Promise<Answer<T>> {
  const answer = await makeOnce(ctx, opId, call);
  await assertAsRequested(ctx, opId, call.requested, answer.made);
  return answer;
}

interface Answer<T> {
  made: T;
  attempt: number;
}

async function makeOnce<T>(ctx: SystemContext, opId: string, call: Call<T>): Promise<Answer<T>> {
  const claimed = await operationForCall(ctx, opId);
  if (!claimed) throw new Error(`operation ${opId} was never claimed`);
  let op: Operation = claimed;
  const now = ctx.clock.now();
  const over = await keyExpiry(ctx, op, now);
  if (looksFirst(claimed, over !== null)) {
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

/** `keyExpiryOf`, with the operator's request for another key where there is one. */
export const keyExpiry = async (ctx: SystemContext, op: Operation, now: Date): Promise<{ callsEnded: Date } | null> =>
  keyExpiryOf(op, now, isOpenForLong(op, now) ? await sendAgainRequestedAt(ctx, op) : null);

/** The provider repeats the stored answer of a key, so that the next attempt needs a new one. */
async function takeNewKey(ctx: SystemContext, op: Operation): Promise<Operation> {
  return withTx(ctx, (tx) => claimAgain(tx, { ...op, state: 'unknown' }));
}
