/** Procedures in one request: what the server answers at most, and so what the browser asks for at once at most. */
export const MAX_BATCH = 10;
