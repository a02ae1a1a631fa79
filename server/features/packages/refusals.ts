export const REFUSALS = {
  'package.list_full': 409,
  'package.text_not_allowed': 422,
  'package.changed': 409,
  'package.paused': 409,
  'package.creator_unavailable': 409,
  'package.at_capacity': 409,
  'package.own_org': 409,
  'package.other_terms': 409,
  'cart.full': 409,
  'cart.changed': 409,
  'cart.quote_expired': 409,
} as const;
