import { redirect } from '@tanstack/react-router';
import type { Session } from '@/lib/auth.ts';
import { isKnownSignedOut } from '@/lib/auth-calls.ts';
import { innerPath, oneOf, type RawSearch, flag } from '@/lib/search.ts';

export interface PortalSearch {
  tab?: 'sign-up' | undefined;
  next?: string | undefined;
  /** The form of a creator, or that of an agency. */
  as?: 'agent' | undefined;
  /** Set by the guard of inner pages: the account exists, the profile is missing. */
  finish?: true | undefined;
}

export function readPortalSearch(raw: RawSearch): PortalSearch {
  return {
    tab: oneOf(raw['tab'], ['sign-up']),
    as: oneOf(raw['as'], ['agent']),
    next: innerPath(raw['next']),
    finish: flag(raw['finish']),
  };
}

/** The page after the sign-in: the requested inner page, else the home, which forwards by kind of account. */
export const entry = (next: string | undefined): { href: string } => ({ href: innerPath(next) ?? '/dashboard' });

/** The session at an account page. The API client is not loaded where the page says that there is none. */
export async function visitorsSession(): Promise<Session | null> {
  return isKnownSignedOut() ? null : (await import('@/lib/auth.ts')).currentSession();
}

/**
 * Portals are for visitors without a session: a signed-in user is forwarded; with an unfinished sign-up they stay to
 * finish it.
 */
export async function guardPortal(search: PortalSearch): Promise<{ incomplete: Session | null }> {
  const session = await visitorsSession();
  if (session && !session.incomplete) throw redirect({ ...entry(search.next), replace: true });
  return { incomplete: session };
}
