/** Lifting a stop signals the workflows; this interval covers a lost signal. */
export const STOPPED_POLL_MS = 10 * 60_000;
