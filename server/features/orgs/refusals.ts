export const REFUSALS = {
  'org.unknown': 403,
  'org.suspended': 403,
  'org.other_on_hold': 409,
  'org.closed': 409,
  'billing.incomplete': 422,
  'billing.tax_number': 422,
} as const;
