export const REFUSALS = {
  'discovery.too_many_filters': 422,
  'discovery.other_search': 409,
} as const;
