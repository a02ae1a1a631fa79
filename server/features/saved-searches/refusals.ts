export const REFUSALS = {
  'search.name_taken': 409,
  'search.limit': 422,
  'search.alert_limit': 422,
  'search.too_wide': 422,
} as const;
