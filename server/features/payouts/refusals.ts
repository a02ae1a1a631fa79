export const REFUSALS = {
  'payout.no_account': 409,
  'payout.account_restricted': 409,
  'payout.below_minimum': 422,
  'payout.bank_cooling': 409,
  'payout.account_holds_money': 409,
  'payout.tax_facts': 409,
  'payout.day_wrong': 422,
} as const;
