export const REFUSALS = {
  'discovery.too_many_filters': 422,
  'discovery.no_words': 422,
  'discovery.too_long': 422,
  'discovery.other_search': 409,
  'discovery.hourly_limit': 429,
} as const;
