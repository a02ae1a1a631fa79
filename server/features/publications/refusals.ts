export const REFUSALS = {
  'publication.not_a_link': 422,
  'publication.no_post': 422,
  'publication.story': 422,
  'publication.short_link': 422,
  'publication.not_public': 422,
  'publication.contact': 422,
  'publication.other_network': 422,
  'publication.other_account': 422,
  'publication.too_early': 409,
  'publication.checked': 409,
  'publication.nothing_to_decide': 409,
  'publication.just_checked': 429,
} as const;
