/** A claim that old is no longer "being done". */
const CLAIM_GRACE_MS = 2 * 60_000;
const FAILED_SHOWN_MS = 30 * 24 * 3_600_000;

/** Which calls to the provider staff are shown: claims that last too long, and what failed lately. */
export const operationsWindow = (now: Date) => ({
  claimedBefore: new Date(now.getTime() - CLAIM_GRACE_MS),
  failedSince: new Date(now.getTime() - FAILED_SHOWN_MS),
});
