export const REFUSALS = {
  'case.money_parked': 409,
  'case.ruled': 409,
} as const;
