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

/** Records for `$id` in a route, by persona; a route without a record is left out of the tour and listed. */
export type Records = Partial<Record<string, string>>;

const CALLBACKS = new Set<string>(['/instagram/callback', '/auth/tiktok/callback']);

/** Every built route of a persona ('public': without a session), with record pages where `records` has one. */
export function stopsOf(persona: Persona | 'public', records: Records): Stop[] {
  const paths = (Object.keys(SCREENS) as ScreenPath[]).filter((path) => {
    const screen = SCREENS[path];
    if (!screen.built || CALLBACKS.has(path)) return false;
    return persona === 'public'
      ? screen.access === 'public'
      : screen.access === 'signed-in' && (screen.personas as readonly string[]).includes(persona);
  });
  const stops: Stop[] = paths.flatMap((route) => {
    const address = route.includes('$') ? records[route] : route;
    return address ? [{ persona, route, address }] : [];
  });
  for (const [route, address] of Object.entries(records)) {
    if (address && !stops.some((s) => s.route === route)) stops.push({ persona, route, address });
  }
  return stops;
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

/**
 * Every view of a stop, or the one that `npm test` checks, which follows from its name: languages, themes and sizes are
 * spread over all stops.
 */
export function viewsOf({ persona, route }: Stop, which: 'all' | 'one'): readonly View[] {
  if (which === 'all') return VIEWS;
  return [VIEWS[createHash('sha256').update(`${persona} ${route}`).digest().readUInt32BE(0) % VIEWS.length]!];
}
