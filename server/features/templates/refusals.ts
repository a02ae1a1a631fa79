export const REFUSALS = {
  'template.name_taken': 409,
  'template.limit': 409,
} as const;
