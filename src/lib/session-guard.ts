import { defaultParseSearch, notFound, redirect } from '@tanstack/react-router';
import { refetchSession, currentSession, type Session } from '@/lib/auth.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { homeOf, isClosedWhileActing, mayOpen, namedScreen, type Screen, screenOf } from '@/lib/screens.ts';
import { chooseOrg, keepActingScopes, orgChoice } from '@/lib/org-choice.ts';
import { setAccountTimeZone } from '@/lib/time-zone.ts';
import { api, queryClient } from '@/lib/trpc.ts';
import type { WrongAccountData } from '@/lib/wrong-account.ts';

const FRESH_MS = 5 * 60_000;

/** A cached session is used at once; a stale one is refetched in the background, without delaying the page. */
function sessionAtHand(): Promise<Session | null> | Session {
  const { data, isInvalidated, dataUpdatedAt } =
    queryClient.getQueryState(api.accounts.session.queryOptions().queryKey) ?? {};
  if (!data || isInvalidated) return currentSession();
  if (Date.now() - (dataUpdatedAt ?? 0) > FRESH_MS) refetchSession().catch(() => {});
  return data;
}

/** The deal of this address, which staff read elsewhere: its own page is for the parties. */
const dealIn = (pathname: string): string | null => {
  const [, contractId] = /^\/smart-contracts\/([\da-f-]{36})\/?$/iu.exec(pathname) ?? [];
  return contractId ?? null;
};

/** A screen of brands alone is behind the brands' portal. */
const portalOf = ({ personas }: Screen) =>
  personas.length === 1 && personas[0] === 'brand' ? '/business-auth' : '/influencer-auth';

/** Links of mails and notices name the org that they are about: it is chosen for this tab before anything is read. */
function openInOrg(href: string): void {
  const { pathname, search, hash } = new URL(href, 'http://inner.invalid');
  const parameters = new URLSearchParams(search);
  const org = parameters.get('org');
  if (org === null) return;
  parameters.delete('org');
  if (orgChoice().org !== org || orgChoice().actingFor !== null) {
    chooseOrg(org);
    queryClient.clear();
  }
  throw redirect({
    to: pathname,
    search: defaultParseSearch(`?${parameters.toString()}`),
    hash: hash.slice(1),
    replace: true,
  });
}

/**
 * Before any signed-in screen: unknown address → 404, no session → a portal with the way back, unfinished
 * sign-up → the form that finishes it, staff without a second factor → its set-up, wrong kind of account → its page.
 * Data is requested only after this.
 */
export async function requireSession(location: { pathname: string; href: string }): Promise<{ session: Session }> {
  const screen = screenOf(location.pathname);
  if (!screen) throw notFound();
  openInOrg(location.href);
  const [session] = await Promise.all([sessionAtHand(), loadTexts('common', 'screens')]);
  keepActingScopes(session?.acting?.scopes ?? []);
  setAccountTimeZone(session?.org ? session.timeZone : null);
  if (!session) throw redirect({ to: portalOf(screen), search: { next: location.href }, replace: true });
  if (session.incomplete)
    throw redirect({
      to: '/auth',
      search: { finish: true, ...(location.pathname === '/dashboard' ? {} : { next: location.href }) },
      replace: true,
    });
  if (session.mustEnrol && screen.path !== '/enhanced-authentication')
    throw redirect({ to: '/enhanced-authentication', replace: true });
  if (location.pathname === '/dashboard' && session.persona !== 'creator')
    throw redirect({ to: homeOf(session.persona).path, replace: true });
  const contractId = session.persona === 'staff' ? dealIn(location.pathname) : null;
  if (contractId) throw redirect({ to: '/admin-dashboard/deals/$contractId', params: { contractId }, replace: true });
  if (isClosedWhileActing(screen)) {
    void import('@/lib/closed-screen.ts')
      .then((closed) => closed.announceClosedScreen(screen, session))
      .catch(() => {});
    throw redirect({ to: homeOf(session.persona).path, replace: true });
  }
  if (!mayOpen(screen, session.persona))
    throw notFound({ data: { kind: 'wrong-account', screen, session } satisfies WrongAccountData });
  return { session };
}

/** For addresses without a route file: an unknown one is a 404, a planned one opens in the app's frame. */
export async function requireUnbuiltScreen(location: {
  pathname: string;
  href: string;
}): Promise<{ screen: Screen; session: Session | null }> {
  const screen = namedScreen(location.pathname);
  if (!screen) throw notFound();
  if (screen.access === 'public') {
    await loadTexts('common', 'screens');
    return { screen, session: null };
  }
  return { screen, ...(await requireSession(location)) };
}
