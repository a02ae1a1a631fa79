import type { UserType } from '../../../server/features/accounts/schema.ts';
import type { Portal } from '@/features/accounts/demo-hints.ts';

export type PortalPath = '/auth' | '/business-auth' | '/influencer-auth' | '/admin';

export const PORTAL_PATH: Record<Portal, PortalPath> = {
  auth: '/auth',
  business: '/business-auth',
  influencer: '/influencer-auth',
  admin: '/admin',
};

export type ResetUserType = UserType | 'admin';
/**
 * Kinds of account in the address of the reset page, which links back to their portal. Written out, so that no schema
 * is loaded to parse an address.
 */
export const RESET_USER_TYPES = [
  'influencer',
  'business',
  'influencer_agent',
  'admin',
] as const satisfies readonly ResetUserType[];

/** The user type of a portal; the combined one has none. */
export const USER_TYPE_OF: Record<Portal, ResetUserType | undefined> = {
  auth: undefined,
  business: 'business',
  influencer: 'influencer',
  admin: 'admin',
};

/** The login page of a kind of account. */
export function portalOf(userType: ResetUserType | null | undefined): PortalPath {
  if (userType === 'business') return '/business-auth';
  if (userType === 'influencer' || userType === 'influencer_agent') return '/influencer-auth';
  return userType === 'admin' ? '/admin' : '/auth';
}

/**
 * The search parameters that a portal passes to the reset page: the typed address, the portal, and the inner page after
 * it.
 */
export function resetSearch(
  portal: Portal,
  email: string,
  next: string | undefined,
): { email?: string; user_type?: ResetUserType; next?: string } {
  const userType = USER_TYPE_OF[portal];
  return { ...(email ? { email } : {}), ...(userType ? { user_type: userType } : {}), ...(next ? { next } : {}) };
}
