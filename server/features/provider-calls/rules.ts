/** After this long under one key a call is never repeated blindly: the provider may have deleted the key. */
export const BLIND_RETRY_MS = 20 * 3_600_000;
/** Longer than any call to the provider takes, also one of a process that is being stopped. */
export const LAST_CALL_MS = 5 * 60_000;
/** An operation that is open for less is retried automatically; operators decide nothing about it. */
export const SEND_AGAIN_FROM_MS = 10 * 60_000;
/** Idempotency key of one attempt at an operation. */
export const keyOf = (opId: string, attempt: number): string => `${opId}:a${attempt}`;
