export const REFUSALS = {
  'approval.same_person': 403,
  'approval.open': 409,
  'approval.expired': 409,
} as const;
