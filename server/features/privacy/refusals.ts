export const REFUSALS = {
  'auth.age_required': 403,
  'privacy.export_running': 409,
  'privacy.export_limit': 429,
  'privacy.deletion_open': 409,
} as const;
