export const REFUSALS = {
  'agreements.terms_not_accepted': 409,
  'agreements.text_changed': 409,
} as const;
