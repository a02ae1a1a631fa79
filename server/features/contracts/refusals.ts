export const REFUSALS = {
  'contract.hash_mismatch': 409,
  'contract.already_signed': 409,
  'contract.expired': 409,
  'contract.declined': 409,
  'contract.name_mismatch': 422,
  'contract.same_person': 403,
  'contract.country_unpaid': 422,
  'contract.own_country_unpaid': 422,
} as const;
