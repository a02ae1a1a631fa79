import type { Operation } from './schema.ts';

/** After this long under one key a call is never repeated blindly: the provider may have deleted the key. */
export const BLIND_RETRY_MS = 20 * 3_600_000;
/** Longer than any call to the provider takes, also one of a process that is being stopped. */
export const LAST_CALL_MS = 5 * 60_000;
/** An operation that is open for less is retried automatically; operators decide nothing about it. */
export const SEND_AGAIN_FROM_MS = 10 * 60_000;

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** An operator may have requested another key for it. */
export const isOpenForLong = (op: Pick<Operation, 'claimed_at'>, now: Date): boolean =>
  now >= after(op.claimed_at, SEND_AGAIN_FROM_MS);

/**
 * From when on the key of an open operation is not repeated; `callsEnded`: from when on no call under it can still be
 * running, so that an object that is absent then stays absent. Null while the key may be repeated. `requestedAt`: when an
 * operator requested another key for this attempt.
 */
export function keyExpiryOf(
  op: Pick<Operation, 'claimed_at'>,
  now: Date,
  requestedAt: Date | null,
): { callsEnded: Date } | null {
  const repeatedUntil = after(op.claimed_at, BLIND_RETRY_MS);
  if (now > repeatedUntil) return { callsEnded: after(repeatedUntil, LAST_CALL_MS) };
  return isOpenForLong(op, now) && requestedAt ? { callsEnded: after(requestedAt, LAST_CALL_MS) } : null;
}

/** How long after a restore each call is looked up first: no deal that was open then lasts longer. */
export const RESTORED_MS = 365 * 24 * 3_600_000;

/**
 * A later attempt follows a refusal; if the refusal was wrong, the object exists. After a restore the first attempt may be
 * the second: the claim of the first was lost with the rows, and the provider deletes its key within a day.
 */
export const looksFirst = (
  op: Pick<Operation, 'state' | 'attempt'> & { restored?: boolean },
  expired: boolean,
): boolean => op.state === 'unknown' || op.attempt > 1 || op.restored === true || expired;

/** Idempotency key of one attempt at an operation. */
export const keyOf = (opId: string, attempt: number): string => `${opId}:a${attempt}`;
