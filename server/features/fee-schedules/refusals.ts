export const REFUSALS = {
  'fee.sums_need_currency': 422,
  'fee.bounds_crossed': 422,
  'fee.off_step': 422,
  'fee.in_past': 422,
} as const;
