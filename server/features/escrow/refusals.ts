export const REFUSALS = {
  'auth.creator_only': 403,
  'escrow.deadline_passed': 409,
  'escrow.no_rounds_left': 409,
  'escrow.already_extended': 409,
  'escrow.too_early_to_fund': 409,
  'escrow.held_too_long': 409,
  'escrow.nothing_submitted': 422,
  'escrow.on_hold': 409,
  'escrow.already_accepted': 409,
  'escrow.not_accepted': 409,
  'escrow.over_release_limit': 403,
} as const;
