/** The fields of an error that a log may hold. */
export interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  [fact: string]: unknown;
}

/** Fields without personal data: of errors of the database, the system, HTTP and this program. */
const FACTS = [
  'code',
  'constraint',
  'schema',
  'table',
  'column',
  'routine',
  'severity',
  'syscall',
  'address',
  'port',
  'statusCode',
  'responseCode',
] as const;
const MAX_TEXT_LENGTH = 4_000;
const MAX_CAUSE_DEPTH = 3;
const MAX_ERRORS = 10;

/** Removes every mail address. The text is cut first, which bounds the time of the pattern. */
export const withoutAddresses = (text: string): string =>
  text
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/[^\s<>"'`()[\]{},;:=|/\\]{1,256}@[^\s<>"'`()[\]{},;:=|/\\]{1,256}/g, '<address>');

/**
 * An error as it is logged: type, message, stack, the fields listed above, its cause and the errors that it collects. Other
 * properties are left out: Postgres puts the row into `detail`, a mail server the recipients into `rejected`, a provider
 * the request into its error.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutAddresses(String(error)) };
  const given = error as unknown as Record<string, unknown>;
  const facts: Record<string, string | number> = {};
  for (const name of FACTS) {
    const value = given[name];
    if (typeof value === 'string') facts[name] = withoutAddresses(value);
    else if (typeof value === 'number') facts[name] = value;
  }
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    ...(error.stack ? { stack: withoutAddresses(error.stack) } : {}),
    ...facts,
    ...(error.cause !== undefined && depth < MAX_CAUSE_DEPTH ? { cause: loggedError(error.cause, depth + 1) } : {}),
    ...(error instanceof AggregateError && depth < MAX_CAUSE_DEPTH
      ? { errors: error.errors.slice(0, MAX_ERRORS).map((one: unknown) => loggedError(one, depth + 1)) }
      : {}),
  };
}
