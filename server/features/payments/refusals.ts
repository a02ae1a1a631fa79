export const REFUSALS = {
  'money.no_float': 503,
  'payment.in_progress': 409,
  'payment.quote_expired': 409,
  'payment.quote_changed': 409,
  'payment.not_found': 404,
  'payment.joint_currency': 409,
  'payment.joint_too_large': 409,
  'payment.line_refused': 409,
  'payment.fee_cap': 409,
  'payment.provider_unavailable': 503,
  'suspense.not_acceptable': 409,
} as const;
