import { createHash } from 'node:crypto';
import { LOCALES, type Locale } from '../../server/core/locale.ts';
import type { Persona, ScreenPath } from '../../src/lib/screens.ts';
import { SCREENS } from '../../src/lib/screens.gen.ts';

/** One stop of a tour through every built route: persona and address. */
export interface Stop {
  persona: Persona | 'public';
  /** Path in the registry, or a record's path below it. */
  route: string;
  /** Address with real ids. */
  address: string;
}

/** Addresses of records by their route; a route without a record is left out of the tour. */
export type Records = Partial<Record<RecordRoute, string>>;

/** Pages of a record, and the personas whose account in the demo has one. */
export const RECORD_ROUTES = {
  '/smart-contracts/$contractId': ['brand', 'creator', 'agency'],
  '/smart-contracts/$contractId/replay': ['brand', 'creator'],
  '/content-approval/$milestoneId': ['brand', 'creator'],
  '/collaboration-request/$offerId': ['brand', 'creator'],
  '/creator/$handle': ['brand', 'creator'],
  '/my-campaigns/$campaignId': ['brand'],
  '/post-influencer-campaign?draft': ['brand'],
  '/campaigns/$campaignId': ['creator'],
  '/payments/$milestoneId': ['brand', 'creator'],
  '/payments?documents': ['brand', 'creator', 'agency'],
  '/payouts/$payoutId': ['creator'],
  '/smart-contracts?templates': ['brand'],
  '/admin-dashboard/deals/$contractId': ['staff'],
} as const satisfies Record<string, readonly Persona[]>;
export type RecordRoute = keyof typeof RECORD_ROUTES;

export const recordRoutesOf = (persona: Persona): RecordRoute[] =>
  (Object.keys(RECORD_ROUTES) as RecordRoute[]).filter((route) =>
    (RECORD_ROUTES[route] as readonly Persona[]).includes(persona),
  );

const CALLBACKS = new Set<string>(['/instagram/callback', '/auth/tiktok/callback']);

const isBuilt = (path: ScreenPath): boolean => SCREENS[path].built && !CALLBACKS.has(path) && !path.includes('$');
const visitorsOf = (path: ScreenPath): readonly Stop['persona'][] =>
  SCREENS[path].access === 'public' ? ['public'] : SCREENS[path].personas;

/** A number below `n` that follows from a route's name alone. */
const spread = (route: string, purpose: string, n: number): number =>
  createHash('sha256').update(`${purpose} ${route}`).digest().readUInt32BE(0) % n;
const oneOf = <T>(route: string, purpose: string, all: readonly T[]): T => all[spread(route, purpose, all.length)]!;

/**
 * Every built route of a persona ('public': without a session), with the pages of its records. With 'one' a route that
 * several personas open is visited by one of them.
 */
export function stopsOf(persona: Stop['persona'], records: Records, which: 'all' | 'one' = 'all'): Stop[] {
  const visits = (route: string, personas: readonly Stop['persona'][]): boolean =>
    which === 'all' ? personas.includes(persona) : oneOf(route, 'persona', personas) === persona;
  const screens = (Object.keys(SCREENS) as ScreenPath[])
    .filter((path) => isBuilt(path) && visits(path, visitorsOf(path)))
    .map((route) => ({ persona, route, address: route as string }));
  const pages = (Object.entries(records) as [RecordRoute, string | undefined][]).flatMap(([route, address]) =>
    address && visits(route, RECORD_ROUTES[route]) ? [{ persona, route, address }] : [],
  );
  return [...screens, ...pages];
}

export const THEMES = ['light', 'dark'] as const;
export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

/** Language, theme and size of a view. */
export interface View {
  lang: Locale;
  theme: (typeof THEMES)[number];
  size: keyof typeof SIZES;
}

const VIEWS: readonly View[] = LOCALES.flatMap((lang) =>
  THEMES.flatMap((theme) => (Object.keys(SIZES) as View['size'][]).map((size) => ({ lang, theme, size }))),
);

/** Every view of a stop, or the one that `npm test` checks: languages, themes and sizes are spread over all routes. */
export function viewsOf({ route }: Stop, which: 'all' | 'one'): readonly View[] {
  return which === 'all' ? VIEWS : [oneOf(route, 'view', VIEWS)];
}
