export const REFUSALS = {
  'pricing.changed': 409,
  'pricing.decided': 409,
  'pricing.rate_changed': 409,
} as const;
