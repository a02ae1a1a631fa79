export const REFUSALS = {
  'list.too_many': 422,
  'list.full': 422,
  'list.name_taken': 409,
} as const;
