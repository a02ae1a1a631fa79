export const REFUSALS = {
  'tax.rate_missing': 422,
  'tax.birth_date': 422,
} as const;
