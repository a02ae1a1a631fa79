export const REFUSALS = {
  'list.limit': 422,
  'list.full': 422,
  'list.name_taken': 409,
  'export.monthly_limit': 429,
} as const;
