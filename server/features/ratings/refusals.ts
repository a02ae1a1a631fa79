export const REFUSALS = {
  'rating.not_represented': 409,
  'rating.too_early': 409,
  'rating.deal_open': 409,
  'rating.time_over': 409,
  'rating.given': 409,
  'rating.replied': 409,
} as const;
