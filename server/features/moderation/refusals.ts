export const REFUSALS = {
  'name.contact_data': 422,
  'name.impersonation': 422,
  'name.words': 422,
} as const;
