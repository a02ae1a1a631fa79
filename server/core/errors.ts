import { REFUSALS } from '../features/refusals.gen.ts';

/**
 * Expected refusals. A service throws `new AppError(code, data)`; the router turns it into a coded answer and the
 * client shows `errors:<code>` from the reader's locale with `data` as placeholders. Here are those of the shell and of
 * core; a feature's own stand in its `refusals.ts`. Every code has a text in all eight languages (tests/locales.test.ts
 * walks this list). Any other error is unexpected and alerts.
 */
export const ERROR_CODES = {
  'auth.sign_in_required': 401,
  'auth.wrong_account_type': 403,
  'auth.not_allowed': 403,
  'auth.mailbox_unverified': 403,
  'auth.age_unknown': 403,
  'auth.factor_required': 403,
  not_found: 404,
  'input.invalid': 400,
  'state.changed': 409,
  'state.already_decided': 409,
  'state.wrong': 409,
  'rate.limited': 429,
  'request.key_reused': 409,
  'request.origin': 403,
  'request.too_large': 413,
  'request.public_key': 401,
  'request.method': 405,
  'request.media_type': 415,
  'service.unavailable': 503,
  'service.no_room': 503,
  'money.not_integer': 422,
  'money.not_positive': 422,
  'money.too_small': 422,
  'money.too_large': 422,
  'money.off_step': 422,
  'money.too_many_decimals': 422,
  'money.not_a_number': 422,
  'file.no_room': 507,
  ...REFUSALS,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Facts for the message's placeholders and, under `field`, the form field the refusal belongs to. */
export type ErrorData = Readonly<Record<string, string | number | boolean | null>>;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly data: ErrorData;
  override readonly name = 'AppError';

  constructor(code: ErrorCode, data: ErrorData = {}) {
    super(code);
    this.code = code;
    this.data = data;
  }

  get status(): number {
    return ERROR_CODES[this.code];
  }
}

/** What the client finds under `error.data` of a refused call. */
export interface AppErrorShape {
  code: ErrorCode;
  data: ErrorData;
  requestId: string;
}

/** Postgres: the disk under the database is full (SQLSTATE class 53, `disk_full`). */
const DISK_FULL = '53100';
/** Postgres: a unique index has that value already (`unique_violation`). */
const TAKEN = '23505';
/** Ends of the names of indexes that keep the request keys of a record apart. */
const REQUEST_KEYS = /_request(?:_key_key)?$/u;

/**
 * The refusal behind an unexpected error, however deep it was wrapped: a full disk, or the request key of another person.
 * Null for anything else.
 */
export function refusalBehind(error: unknown): AppError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (isAppError(at)) return at;
    if (!('code' in at)) continue;
    if (at.code === DISK_FULL) return new AppError('service.no_room');
    // Another person's act on the same record has that key; the answer does not say whose.
    if (at.code === TAKEN && 'constraint' in at && REQUEST_KEYS.test(String(at.constraint)))
      return new AppError('request.key_reused');
  }
  return null;
}

export const isAppError = (e: unknown): e is AppError => e instanceof AppError;
