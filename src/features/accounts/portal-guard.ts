import { defaultParseSearch, redirect } from '@tanstack/react-router';
import type { Session } from '@/lib/auth.ts';
import { innerPath, oneOf, type RawSearch, flag } from '@/lib/search.ts';

export interface PortalSearch {
  tab?: 'sign-up';
  next?: string;
  /** Whose form: a creator's, or that of somebody who acts for creators. */
  as?: 'agent';
  /** Said by the guard of inner pages: the account exists, the profile is still to be made. */
  finish?: true;
}

export function readPortalSearch(raw: RawSearch): PortalSearch {
  const tab = oneOf(raw['tab'], ['sign-up']);
  const as = oneOf(raw['as'], ['agent']);
  const next = innerPath(raw['next']);
  const finish = flag(raw['finish']);
  return { ...(tab ? { tab } : {}), ...(as ? { as } : {}), ...(next ? { next } : {}), ...(finish ? { finish } : {}) };
}

/**
 * Where to go after signing in: the wanted inner page, else the home that forwards by kind of account. Read again here,
 * since the router hands on what a route's search schema left out.
 */
export function entry(next: string | undefined): { to: string; search: never; hash?: string } {
  const url = new URL(innerPath(next) ?? '/dashboard', 'http://inner.invalid');
  return {
    to: url.pathname,
    search: defaultParseSearch(url.search) as never,
    ...(url.hash ? { hash: url.hash.slice(1) } : {}),
  };
}

/** A portal is for those outside: whoever is signed in goes on; whose sign-up is unfinished stays to finish it. */
export async function guardPortal(search: PortalSearch): Promise<{ incomplete: Session | null }> {
  const { currentSession } = await import('@/lib/auth.ts');
  const session = await currentSession();
  if (session && !session.incomplete) throw redirect({ ...entry(search.next), replace: true });
  return { incomplete: session };
}
