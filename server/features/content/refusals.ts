export const REFUSALS = {
  'file.type': 415,
  'file.empty': 422,
  'file.too_large': 413,
  'file.incomplete': 422,
  'file.mismatch': 422,
  'file.damaged': 422,
  'file.pixels': 422,
  'file.gone': 409,
  'file.before_approval': 403,
  'file.quota': 413,
  'comment.not_latest': 409,
} as const;
