import type { Policy } from '../../../server/features/policies/rules.ts';

export const POLICY_PATHS: Record<Policy, '/terms-of-service' | '/privacy-policy' | '/cookie-policy'> = {
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  cookies: '/cookie-policy',
};
