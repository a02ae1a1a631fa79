export const REFUSALS = {
  'campaign.locked': 409,
  'campaign.not_open': 409,
  'campaign.on_hold': 409,
  'campaign.incomplete': 422,
  'campaign.has_contracts': 409,
  'campaign.full': 409,
  'application.duplicate': 409,
  'application.own_campaign': 403,
} as const;
