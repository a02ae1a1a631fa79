/** The `error` member of a Stripe error answer. https://docs.stripe.com/api/errors */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
  doc_url?: string;
  request_log_url?: string;
}

export interface ApiErrorOptions {
  /** False for parameter problems: Stripe keeps an idempotency key only once the endpoint began to execute. */
  keyed?: boolean;
  /** True when what the endpoint wrote must stay (a declined payment leaves its failed charge behind). */
  keepEffects?: boolean;
}

/** A refusal with Stripe's message, thrown by endpoint code and turned into an answer by the pipeline. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly keyed: boolean;
  readonly keepEffects: boolean;

  constructor(status: number, body: ErrorBody, options: ApiErrorOptions = {}) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body.code === undefined ? body : { ...body, doc_url: docUrl(body.code) };
    this.keyed = options.keyed ?? true;
    this.keepEffects = options.keepEffects ?? false;
  }
}

const docUrl = (code: string): string => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

/** A refusal because of the request's parameters; never stored under an idempotency key. */
export function badParam(message: string, param: string, code?: string): ApiError {
  return new ApiError(
    400,
    { type: 'invalid_request_error', message, param, ...(code ? { code } : {}) },
    { keyed: false },
  );
}

/** A refusal because of the current state; stored under the idempotency key like any executed answer. */
export function refused(message: string, code?: string, param?: string): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  });
}

export function missing(noun: string, id: string, param: string): ApiError {
  return new ApiError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

export function cardError(
  code: string,
  message: string,
  more: { decline_code?: string; charge?: string; payment_intent?: unknown; payment_method?: unknown } = {},
): ApiError {
  return new ApiError(402, { type: 'card_error', code, message, ...more }, { keepEffects: true });
}
