export const REFUSALS = {
  'discovery.too_many_filters': 422,
} as const;
