export const REFUSALS = {
  'portfolio.full': 409,
  'portfolio.pins': 409,
  'portfolio.link': 422,
  'portfolio.text_not_allowed': 422,
} as const;
