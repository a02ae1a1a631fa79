import Stripe from 'stripe';

export type ProviderErrorKind =
  /** Declined by a card or bank. */
  | 'declined'
  /** The request is invalid. */
  | 'invalid'
  | 'rate_limited'
  /** The provider was not reached, or a read got no answer. */
  | 'unavailable'
  /** A write was sent and its answer was lost or a server error: it may or may not have happened. Look it up. */
  | 'unknown_outcome'
  | 'not_found'
  /** Another request uses the same key or object. */
  | 'conflict'
  /** The key was used before with other parameters. */
  | 'idempotency';

/** Refusals of the provider in our terms; no type of the SDK leaves this folder. */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  /** Stripe's error code, "http_<status>" or a network code. https://docs.stripe.com/error-codes */
  readonly code: string;
  readonly declineCode: string | null;
  readonly requestId: string | null;
  /** True only where the provider refused before any effect, or was never reached. */
  readonly provenNotCreated: boolean;

  constructor(
    message: string,
    details: {
      kind: ProviderErrorKind;
      code: string;
      declineCode?: string | null;
      requestId?: string | null;
      provenNotCreated: boolean;
      cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.name = 'ProviderError';
    this.kind = details.kind;
    this.code = details.code;
    this.declineCode = details.declineCode ?? null;
    this.requestId = details.requestId ?? null;
    this.provenNotCreated = details.provenNotCreated;
  }
}

export const isProviderError = (error: unknown): error is ProviderError => error instanceof ProviderError;

/** Network failures before the first byte of the request was sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * Classifies errors of the SDK. A write whose answer was lost never counts as "not done": time-outs, resets and every
 * 5xx are `unknown_outcome` (https://docs.stripe.com/error-low-level: "treat the result of a 500 request as
 * indeterminate").
 */
export function toProviderError(error: unknown, isWrite: boolean): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const base = { declineCode: error.decline_code ?? null, requestId: error.requestId ?? null, cause: error };
  const make = (kind: ProviderErrorKind, code: string, provenNotCreated: boolean): ProviderError =>
    new ProviderError(error.message, { ...base, kind, code, provenNotCreated });
  const code = error.code ?? `http_${error.statusCode ?? 0}`;
  if (error instanceof Stripe.errors.StripeConnectionError) {
    const network = (error.detail as { code?: string } | undefined)?.code ?? 'connection';
    if (NEVER_SENT.has(network)) return make('unavailable', network, true);
    return isWrite ? make('unknown_outcome', network, false) : make('unavailable', network, true);
  }
  const status = error.statusCode;
  if (status === undefined || status >= 500)
    return isWrite ? make('unknown_outcome', code, false) : make('unavailable', code, true);
  // Another request with the key may be running now, or the one that used the key first.
  if (status === 409) return make('conflict', code, false);
  if (error.rawType === 'idempotency_error') return make('idempotency', code, false);
  if (status === 429) return make('rate_limited', code, true);
  // A declined payment leaves its payment and failed charge behind.
  if (status === 402) return make('declined', code, false);
  if (status === 404) return make('not_found', code, true);
  if (code === 'account_invalid') return make('not_found', code, true);
  // A key without rights proves nothing about the request: the same call may succeed with a valid key.
  if (status === 401 || status === 403) return make('unavailable', code, true);
  return make('invalid', code, true);
}
