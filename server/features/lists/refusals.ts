export const REFUSALS = {
  'list.too_many': 422,
  'list.full': 422,
} as const;
