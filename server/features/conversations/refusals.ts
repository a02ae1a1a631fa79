export const REFUSALS = {
  'message.blocked': 403,
  'message.you_blocked': 409,
  'message.too_fast': 429,
} as const;
