import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  ALL_SCREENS,
  AREAS,
  areasFor,
  bottomBarFor,
  homeOf,
  HOMES,
  mayOpen,
  namedScreen,
  PERSONAS,
  reachableBy,
  creatableBy,
  screenAt,
  screenOf,
  fallbackScreen,
} from '../../../src/lib/screens.ts';
import { SCREENS } from '../../../src/lib/screens.gen.ts';

/** The addresses of the specification, word for word. */
const PUBLIC =
  '/ /auth /reset-password /verify-account /business-auth /influencer-auth /instagram/callback /features /admin /privacy-policy /data-deletion /terms-of-service /cookie-policy'.split(
    ' ',
  );
/** Addresses beside those of the specification. */
const FURTHER: Record<string, 'public' | 'signed-in'> = {
  // Behind links that are handed out.
  '/p/verify': 'public',
  '/p/contact/$token': 'public',
  // Parts of the search, which links to them.
  '/discovery/import': 'signed-in',
  '/discovery/lists': 'signed-in',
  '/discovery/searches': 'signed-in',
  // Parts of what operators do.
  '/admin-dashboard/disputes': 'signed-in',
  '/admin-dashboard/money': 'signed-in',
};
const SIGNED_IN =
  '/dashboard /brand-dashboard /marketplace /profile /messages /post-influencer-campaign /creator/$handle /creator-profile /brand /match /campaigns /my-campaigns /outreach /analytics /auth/tiktok/callback /content-approval /brand-assets /content-library /content-calendar /media-kit-generator /ugc-content-studio /discovery /influencer-analytics /rate-calculator /influencer-verification /team-management /team-collaboration /post-ad /browse-ads /my-ads /payments /payouts /payment-success /payment-settings /creator-ai-hub /ai-smart-search /ai-moderation-page /ai-campaign-optimization /ai-autopilot-campaigns /voice-ai-conversation /advanced-analytics /comprehensive-analytics /predictive-intelligence /collaboration-request /modern-integrations /social-media-management /enhanced-social-inbox /enterprise-center /security-dashboard /enhanced-authentication /security-audit-log /micro-marketplace /dynamic-pricing /smart-contracts /email-marketing /affiliate-marketing /gifting-campaigns /competitor-analysis /ambassador-programs /compliance /white-label /api-marketplace /admin-dashboard /agent-dashboard /agent-profile /agent-campaigns'.split(
    ' ',
  );

describe('the registry of screens', () => {
  it('holds every address once, and no other', () => {
    expect(Object.keys(SCREENS).sort()).toEqual([...PUBLIC, ...SIGNED_IN, ...Object.keys(FURTHER)].sort());
    for (const [path, access] of Object.entries(FURTHER)) expect(screenOf(path)?.access, path).toBe(access);
    for (const path of PUBLIC) expect(screenOf(path)?.access, path).toBe('public');
    for (const path of SIGNED_IN) expect(screenOf(path)?.access, path).toBe('signed-in');
  });

  it('says truly what is built', () => {
    const routes = routePaths();
    const built = ALL_SCREENS.filter((screen) => screen.built).map((screen) => screen.path as string);
    expect({
      promised: built.filter((path) => !routes.includes(path)),
      forgotten: routes.filter((path) => path in SCREENS && !built.includes(path)),
    }).toEqual({ promised: [], forgotten: [] });
  });

  it('puts each area of a persona on screens that persona may open', () => {
    for (const persona of PERSONAS)
      for (const area of AREAS[persona])
        for (const path of area.screens) expect(mayOpen(screenAt(path), persona), `${persona} ${path}`).toBe(true);
  });

  it('offers in the palette only built screens that the persona may open, and no screen that it may open is missing', () => {
    for (const persona of PERSONAS) {
      const offered = [...reachableBy(persona), ...creatableBy(persona)];
      for (const screen of offered)
        expect(
          [screen.path, screen.built, mayOpen(screen, persona), screen.needsRecord ?? false],
          `${persona} ${screen.path}`,
        ).toEqual([screen.path, true, true, false]);
      expect(new Set(offered.map(({ path }) => path))).toEqual(
        new Set(
          ALL_SCREENS.filter(
            (screen) =>
              screen.built && screen.access === 'signed-in' && !screen.needsRecord && screen.personas.includes(persona),
          ).map(({ path }) => path),
        ),
      );
    }
    // Money and deals of others are read on the staff's own pages only.
    expect(reachableBy('staff').map(({ path }) => path)).toEqual([
      '/admin-dashboard',
      '/admin-dashboard/disputes',
      '/admin-dashboard/money',
      '/profile',
      '/enhanced-authentication',
    ]);
  });

  it('shows only open screens, at most seven in an area and nine areas', () => {
    for (const persona of PERSONAS) {
      const areas = areasFor(persona);
      expect(areas.length).toBeLessThanOrEqual(9);
      for (const area of areas) {
        expect(area.screens.every((screen) => screen.built)).toBe(true);
        if (area.id !== 'settings') expect(area.screens.length).toBeLessThanOrEqual(7);
      }
      expect(bottomBarFor(persona).length).toBeLessThanOrEqual(4);
    }
  });

  it('leads every persona on from every screen it may not open', () => {
    for (const screen of ALL_SCREENS.filter(({ access }) => access === 'signed-in')) {
      for (const persona of PERSONAS.filter((one) => !mayOpen(screen, one))) {
        const target = fallbackScreen(screen, persona);
        expect(mayOpen(target, persona), `${persona} at ${screen.path}`).toBe(true);
        expect(target.path).not.toBe(screen.path);
      }
    }
    for (const persona of PERSONAS) {
      expect(mayOpen(screenAt(HOMES[persona]), persona)).toBe(true);
      expect(homeOf(persona).built, `${persona} arrives on an open screen`).toBe(true);
      expect(mayOpen(homeOf(persona), persona)).toBe(true);
    }
  });

  it('find the screen of an address', () => {
    expect(screenOf('/smart-contracts/0197')?.path).toBe('/smart-contracts');
    expect(screenOf('/creator/maya.eats.lyon')?.path).toBe('/creator/$handle');
    expect(screenOf('/payments/')?.path).toBe('/payments');
    expect(screenOf('/auth/tiktok/callback')?.path).toBe('/auth/tiktok/callback');
    expect(screenOf('/auth/anything')).toBeNull();
    expect(screenOf('/nonsense')).toBeNull();
    expect(screenOf('/smart-contractsx')).toBeNull();
    expect(namedScreen('/smart-contracts/0197')).toBeNull();
    expect(namedScreen('/analytics')?.path).toBe('/analytics');
  });
});

/** Addresses of the route files: `_app/my-campaigns.index.tsx`, `_app/my-campaigns/index.tsx` → `/my-campaigns`. */
function routePaths(): string[] {
  const files = readdirSync('src/routes', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  const paths = files.flatMap(
    (file) => /createFileRoute\('([^']+)'\)/u.exec(readFileSync(`src/routes/${file}`, 'utf8'))?.[1] ?? [],
  );
  return [
    ...new Set(
      paths.map(
        (id) =>
          `/${id
            .split('/')
            .filter((part) => part !== '' && !part.startsWith('_'))
            // A part that ends so stands in no other route's page.
            .map((part) => part.replace(/_$/u, ''))
            .join('/')}`,
      ),
    ),
  ].filter((path) => path !== '/$');
}
