export const REFUSALS = {
  'auth.invalid_credentials': 401,
  'auth.locked': 423,
  'auth.duplicate_account': 409,
  'auth.weak_password': 422,
  'auth.password_short': 422,
  'auth.password_personal': 422,
  'auth.password_needed': 403,
  'auth.code_invalid': 422,
  'auth.code_expired': 422,
  'auth.code_tries': 429,
  'auth.code_wait': 429,
} as const;
