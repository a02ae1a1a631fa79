export const REFUSALS = {
  'ad.contact_data': 422,
  'ad.pay_missing': 422,
  'ad.value_missing': 422,
  'ad.place_missing': 422,
  'ad.too_many_live': 409,
  'ad.not_open': 409,
  'ad.own': 403,
  'ad.same_side': 403,
  'ad.too_many_alerts': 409,
  'ad.reply_duplicate': 409,
  'ad.reply_closed': 409,
} as const;
