export const POLICIES = ['terms', 'privacy', 'cookies'] as const;
export type Policy = (typeof POLICIES)[number];

/** Days on which a text came into force, newest first. A change of meaning adds a day, and a line on the page. */
export const POLICY_VERSIONS: Record<Policy, readonly [newest: string, ...older: string[]]> = {
  terms: ['2026-11-21'],
  privacy: ['2026-11-21'],
  cookies: ['2026-11-21'],
};

export const POLICY_PATHS: Record<Policy, '/terms-of-service' | '/privacy-policy' | '/cookie-policy'> = {
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  cookies: '/cookie-policy',
};
