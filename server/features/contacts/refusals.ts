export const REFUSALS = {
  'contact.daily_limit': 429,
  'contact.first_limit': 429,
} as const;
