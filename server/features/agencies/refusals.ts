export const REFUSALS = {
  'agency.incomplete': 422,
} as const;
