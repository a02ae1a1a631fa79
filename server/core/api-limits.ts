/** Procedures in one request: the limit of the server, and so of the browser's batches. */
export const MAX_BATCH = 10;
