export const REFUSALS = {
  'method.gone': 409,
  'method.expired': 409,
  'method.in_use': 409,
  'method.wrong_currency': 409,
  'method.limit': 409,
  'method.none': 409,
} as const;
