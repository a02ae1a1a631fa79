import { isRedirect } from '@tanstack/react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { guardPortal, entry, readPortalSearch } from '@/features/accounts/portal-guard.ts';
import { portalOf, resetSearch } from '@/features/accounts/portals.ts';
import type { Session } from '@/lib/auth.ts';
import { ALL_SCREENS } from '@/lib/screens.ts';
import { requireSession } from '@/lib/session-guard.ts';

const { currentSession } = vi.hoisted(() => ({ currentSession: vi.fn() }));
vi.mock('@/lib/auth.ts', () => ({ currentSession }));
vi.mock('@/lib/i18n.ts', () => ({ loadTexts: async () => {} }));

const someone = (over: Partial<Session>): Session =>
  ({ persona: 'creator', incomplete: false, emailVerified: true, ...over }) as Session;
const SIGNED_IN = ALL_SCREENS.filter(({ access, path }) => access === 'signed-in' && !path.includes('$'));

/** Where an address leads: the address of the redirect, or "stays". */
async function leads(guard: Promise<unknown>): Promise<string> {
  try {
    await guard;
    return 'stays';
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    const { href, to, search } = thrown.options as { href?: string; to: string; search?: Record<string, unknown> };
    if (href !== undefined) return href;
    const query = new URLSearchParams(
      Object.entries(search ?? {}).map(([key, value]) => [key, String(value)]),
    ).toString();
    return query ? `${to}?${query}` : to;
  }
}

const open = (href: string) => requireSession({ pathname: new URL(href, 'http://inner.invalid').pathname, href });

beforeEach(() => currentSession.mockReset());

describe('without a session', () => {
  beforeEach(() => currentSession.mockResolvedValue(null));

  it.each(SIGNED_IN)('$path leads to a portal of its accounts and back', async ({ path, personas }) => {
    const portal = personas.join() === 'brand' ? '/business-auth' : '/influencer-auth';
    expect(await leads(open(path))).toBe(`${portal}?next=${encodeURIComponent(path)}`);
  });

  it('the way back keeps record and search of the address', async () => {
    expect(await leads(open('/my-campaigns/0197?tab=brief'))).toBe(
      `/influencer-auth?next=${encodeURIComponent('/my-campaigns/0197?tab=brief')}`,
    );
  });

  it('a portal stays open', async () => {
    expect(await leads(guardPortal({}))).toBe('stays');
  });
});

describe('with a session', () => {
  it.each([
    ['a creator', someone({ persona: 'creator' }), 'stays'],
    ['a brand', someone({ persona: 'brand' }), '/brand-dashboard'],
    ['an agent', someone({ persona: 'agency' }), '/agent-dashboard'],
    ['staff', someone({ persona: 'staff' }), '/admin-dashboard'],
    ['a user with an incomplete sign-up', someone({ incomplete: true }), '/auth?finish=true'],
  ])('/dashboard for %s', async (_, session, expected) => {
    currentSession.mockResolvedValue(session);
    expect(await leads(open('/dashboard'))).toBe(expected);
  });

  it('a user with an unfinished sign-up opens the requested page afterwards', async () => {
    currentSession.mockResolvedValue(someone({ incomplete: true }));
    expect(await leads(open('/payouts?page=2'))).toBe('/auth?finish=true&next=%2Fpayouts%3Fpage%3D2');
  });

  it.each([
    ['nothing', undefined, '/dashboard'],
    ['an inner page', '/payouts?page=2', '/payouts?page=2'],
    ['another origin', '//evil.example/x', '/dashboard'],
    ['another origin by backslash', '/\\evil.example', '/dashboard'],
    ['another scheme', 'javascript:alert(1)', '/dashboard'],
    ['a full address', 'https://evil.example/', '/dashboard'],
  ])('a portal forwards at once, wanted: %s', async (_, next, expected) => {
    currentSession.mockResolvedValue(someone({}));
    expect(await leads(guardPortal(readPortalSearch({ next })))).toBe(expected);
    // The router hands the search on unread as well.
    expect(await leads(guardPortal({ next: next! }))).toBe(expected);
  });

  it('a portal keeps a user with an unfinished sign-up', async () => {
    currentSession.mockResolvedValue(someone({ incomplete: true }));
    expect(await leads(guardPortal({ next: '/payouts' }))).toBe('stays');
  });
});

describe('the login page of a kind of account, after verification, after a reset and by Back', () => {
  it.each([
    ['business', '/business-auth'],
    ['influencer', '/influencer-auth'],
    ['influencer_agent', '/influencer-auth'],
    ['admin', '/admin'],
    [null, '/auth'],
    [undefined, '/auth'],
  ] as const)('%s → %s', (userType, path) => {
    expect(portalOf(userType)).toBe(path);
  });

  it.each([
    ['auth', '/auth'],
    ['business', '/business-auth'],
    ['influencer', '/influencer-auth'],
    ['admin', '/admin'],
  ] as const)('the reset page opened at the portal “%s” comes back there', (portal, path) => {
    const { email, user_type: userType } = resetSearch(portal, 'ana@ana.example', undefined);
    expect(email).toBe('ana@ana.example');
    expect(portalOf(userType)).toBe(path);
  });

  it('the page after the sign-in is kept during a password reset', () => {
    expect(resetSearch('business', '', '/payments?page=2')).toEqual({
      user_type: 'business',
      next: '/payments?page=2',
    });
  });
});

it('signing in enters the wanted page whole: path, search and anchor', () => {
  expect(entry('/payouts?page=2#last')).toEqual({ href: '/payouts?page=2#last' });
  expect(entry(undefined)).toEqual({ href: '/dashboard' });
});
