/** A failure with a message for the terminal: printed without a stack. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

export function explain(error: unknown): string {
  if (error instanceof StartFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
