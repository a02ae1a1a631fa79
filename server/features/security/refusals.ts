export const REFUSALS = {
  'auth.step_up_required': 403,
  'auth.proof_wrong': 422,
  'auth.proof_wait': 429,
  'auth.password_same': 422,
  'auth.email_current': 409,
  'auth.email_taken': 409,
} as const;
