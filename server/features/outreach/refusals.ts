export const REFUSALS = {
  'outreach.no_recipients': 409,
  'outreach.missing_fields': 409,
  'outreach.unknown_field': 400,
  'outreach.full': 409,
  'outreach.not_draft': 409,
  'outreach.changed': 409,
  'outreach.unknown_handle': 404,
  'outreach.suppression_stays': 409,
} as const;
