export const REFUSALS = {
  'money.no_float': 503,
  'payment.in_progress': 409,
  'payment.quote_expired': 409,
  'payment.quote_changed': 409,
  'payment.not_found': 404,
  'payment.fee_cap': 409,
  'payment.provider_unavailable': 503,
  'suspense.not_acceptable': 409,
} as const;
