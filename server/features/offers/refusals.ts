export const REFUSALS = {
  'offer.terms_changed': 409,
  'offer.not_your_turn': 409,
  'offer.expired': 409,
  'offer.closed': 409,
  'offer.too_many_versions': 409,
  'offer.exists': 409,
  'offer.already_extended': 409,
  'offer.fixed': 409,
  'offer.blocked': 403,
  'offer.you_blocked': 403,
  'offer.country_unpaid': 422,
  'offer.own_country_unpaid': 422,
} as const;
