export const REFUSALS = {
  'terms.due_in_past': 422,
  'terms.due_before_review': 422,
  'terms.deadline_after_due': 422,
  'terms.clock_out_of_range': 422,
  'terms.currency_frozen': 409,
  'terms.charge_too_large': 422,
  'terms.total_mismatch': 422,
  'terms.split_not_whole': 422,
  'terms.holdback_too_high': 422,
  'terms.nothing_published': 422,
  'terms.release_too_long': 422,
  'terms.working_days_zone': 422,
} as const;
