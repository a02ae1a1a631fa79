export const REFUSALS = {
  'case.money_parked': 409,
} as const;
