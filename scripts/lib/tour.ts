import { SCREENS, type Persona, type ScreenPath } from '../../src/lib/screens.ts';

/** One stop of a tour through every built route: who stands where. */
export interface Stop {
  persona: Persona | 'public';
  /** Path in the registry, or a record's path below it. */
  route: string;
  /** Address with real ids. */
  address: string;
}

/** Records that stand in for `$id` in a route, by persona; a route whose records are missing is left out of the tour by name. */
export type Records = Partial<Record<string, string>>;

const CALLBACKS = new Set<string>(['/instagram/callback', '/auth/tiktok/callback']);

/** Every built route of a persona ('public': without a session), with record pages where `records` knows one. */
export function stopsOf(persona: Persona | 'public', records: Records): Stop[] {
  const paths = (Object.keys(SCREENS) as ScreenPath[]).filter((path) => {
    const screen = SCREENS[path];
    if (!screen.built || CALLBACKS.has(path)) return false;
    return persona === 'public' ? screen.access === 'public' : screen.access === 'signed-in' && (screen.personas as readonly string[]).includes(persona);
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
