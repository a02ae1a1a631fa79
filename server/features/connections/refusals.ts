export const REFUSALS = {
  'connection.not_offered': 409,
  'connection.not_found_there': 404,
  'connection.code_missing': 409,
  'connection.taken': 409,
  'connection.network_away': 503,
  'connection.too_soon': 429,
} as const;
