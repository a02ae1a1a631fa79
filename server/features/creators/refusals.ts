export const REFUSALS = {
  'profile.changed': 409,
} as const;
