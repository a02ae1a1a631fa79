/**
 * Expected refusals. A service throws `new AppError(code, data)`; the router turns it into a coded answer and the
 * client shows `errors:<code>` from the reader's locale with `data` as placeholders. Every code below has a text in all
 * eight languages (tests/locales.test.ts walks this list). Any other error is unexpected and alerts.
 */
export const ERROR_CODES = {
  // who
  'auth.sign_in_required': 401,
  'auth.wrong_account_type': 403,
  'auth.not_allowed': 403,
  'auth.mailbox_unverified': 403,
  'auth.step_up_required': 403,
  'auth.age_unknown': 403,
  'auth.proof_wrong': 422,
  'auth.proof_wait': 429,
  'auth.factor_required': 403,
  'auth.age_required': 403,
  'auth.no_mandate': 403,
  'auth.creator_only': 403,
  'privacy.export_running': 409,
  'documents.none': 409,
  'documents.limit': 409,
  'documents.export_running': 409,
  'privacy.export_limit': 429,
  'privacy.deletion_open': 409,
  'auth.invalid_credentials': 401,
  'auth.locked': 423,
  'auth.duplicate_account': 409,
  'auth.weak_password': 422,
  'auth.password_short': 422,
  'auth.password_personal': 422,
  'auth.password_same': 422,
  'auth.password_needed': 403,
  'auth.email_current': 409,
  'auth.email_taken': 409,
  'auth.code_invalid': 422,
  'auth.code_expired': 422,
  'auth.code_tries': 429,
  'auth.code_wait': 429,
  'org.suspended': 403,
  'org.other_on_hold': 409,
  'org.closed': 409,
  // what
  not_found: 404,
  'input.invalid': 400,
  'state.changed': 409,
  'state.already_decided': 409,
  'state.wrong': 409,
  'case.money_parked': 409,
  'approval.same_person': 403,
  'approval.open': 409,
  'approval.expired': 409,
  'contact.daily_limit': 429,
  'contact.first_limit': 429,
  'rate.limited': 429,
  'request.key_reused': 409,
  'request.origin': 403,
  'request.too_large': 413,
  'request.public_key': 401,
  'request.method': 405,
  'request.media_type': 415,
  'service.unavailable': 503,
  'service.no_room': 503,
  // money
  'money.not_integer': 422,
  'money.not_positive': 422,
  'money.too_small': 422,
  'money.too_large': 422,
  'money.off_step': 422,
  'money.too_many_decimals': 422,
  'money.not_a_number': 422,
  'money.no_float': 503,
  'money.frozen': 503,
  // terms
  'terms.due_in_past': 422,
  'terms.due_before_review': 422,
  'terms.deadline_after_due': 422,
  'terms.clock_out_of_range': 422,
  'terms.currency_frozen': 409,
  'terms.total_mismatch': 422,
  // campaigns, applications, offers
  'campaign.locked': 409,
  'campaign.not_open': 409,
  'campaign.on_hold': 409,
  'campaign.incomplete': 422,
  'campaign.has_contracts': 409,
  'campaign.full': 409,
  'application.duplicate': 409,
  'application.own_campaign': 403,
  'offer.terms_changed': 409,
  'offer.not_your_turn': 409,
  'offer.expired': 409,
  'offer.closed': 409,
  'offer.too_many_versions': 409,
  'offer.exists': 409,
  'offer.already_extended': 409,
  // contracts
  'contract.hash_mismatch': 409,
  'contract.already_signed': 409,
  'contract.expired': 409,
  'contract.name_mismatch': 422,
  'contract.same_person': 403,
  // payments and escrow
  'billing.incomplete': 422,
  'billing.tax_number': 422,
  'payment.in_progress': 409,
  'payment.quote_expired': 409,
  'payment.quote_changed': 409,
  'payment.declined': 402,
  'payment.not_found': 404,
  'payment.fee_cap': 409,
  'payment.provider_unavailable': 503,
  'suspense.not_acceptable': 409,
  'escrow.deadline_passed': 409,
  'escrow.no_rounds_left': 409,
  'escrow.already_extended': 409,
  'escrow.too_early_to_fund': 409,
  'escrow.held_too_long': 409,
  'escrow.nothing_submitted': 422,
  'escrow.reason_required': 422,
  'escrow.on_hold': 409,
  'payout.no_account': 409,
  'payout.account_restricted': 409,
  'payout.below_minimum': 422,
  'payout.bank_cooling': 409,
  // files and content
  'file.type': 415,
  'file.empty': 422,
  'file.too_large': 413,
  'file.incomplete': 422,
  'file.mismatch': 422,
  'file.damaged': 422,
  'file.pixels': 422,
  'file.gone': 409,
  'file.quota': 413,
  'file.no_room': 507,
  'comment.not_latest': 409,
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

/**
 * The refusal behind an unexpected error, however deep it was wrapped: a full disk, for instance. Null for anything
 * else.
 */
export function refusalBehind(error: unknown): AppError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (isAppError(at)) return at;
    if ('code' in at && at.code === DISK_FULL) return new AppError('service.no_room');
  }
  return null;
}

export const isAppError = (e: unknown): e is AppError => e instanceof AppError;
