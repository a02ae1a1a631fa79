export const REFUSALS = {
  'import.type': 415,
  'import.running': 409,
  'import.not_ready': 409,
  'import.no_handle': 409,
  'import.too_late': 409,
  'import.undone': 409,
  'import.row': 400,
  'import.too_many_open': 409,
} as const;
