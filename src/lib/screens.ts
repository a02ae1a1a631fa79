import type navTexts from '../../locales/en/nav.json';
import type paletteTexts from '../../locales/en/palette.json';
import type screenTexts from '../../locales/en/screens.json';
import type { Scope } from '../../server/features/representations/rules.ts';
import { type AreaId, type AreaPlan, BOTTOM_BAR, NAVIGATION } from './navigation.ts';
import { actingScopes, orgChoice } from './org-choice.ts';
import { SCREENS } from './screens.gen.ts';

export const PERSONAS = ['brand', 'creator', 'agency', 'staff'] as const;
export type Persona = (typeof PERSONAS)[number];

type PageTitle = keyof typeof navTexts.pages;
type ScreenTitle = keyof typeof screenTexts.titles;

/** An address of the product, in `screens.ts` of its feature. */
export type ScreenSpec = Place &
  (
    | {
        access: 'public';
        /** Key under `nav:pages`, which every page loads. */
        title: PageTitle;
        titleFor?: never;
      }
    | {
        access: 'signed-in';
        /** Key under `screens:titles`, which signed-in pages load. */
        title: ScreenTitle;
        /** Another title for the same address, where a persona sees another view of it. */
        titleFor?: Partial<Record<Persona, ScreenTitle>>;
      }
  );

interface Place {
  /** Personas that may open it; empty for public screens. */
  personas: readonly Persona[];
  /** The screen offered to a persona that may not open this one; its home if none is named. */
  fallbackScreen?: Partial<Record<Persona, string>>;
  /** Key under `palette:words`: synonyms for the palette. */
  words?: keyof typeof paletteTexts.words;
  /** Reached from a record or a redirect, never by name: not in the palette. */
  needsRecord?: true;
  /** The area of each persona's navigation that lists it, with its position there. */
  place?: Partial<Record<Persona, readonly [area: AreaId, position: number]>>;
  /** Position under "+ New". */
  create?: Partial<Record<Persona, number>>;
  /** False: absent from navigation, and its address shows a page that says so. */
  built: boolean;
}

/**
 * Every address of the product, once. The guard, sidebar, bottom bar, palette, breadcrumbs and the wrong-account page
 * read it. A route that is missing here does not compile (see `src/router.tsx`); a `built` that differs from the route
 * tree fails a test.
 */
export type ScreenPath = keyof typeof SCREENS;

export type Screen = ScreenSpec & { path: ScreenPath };

type Built = { [Path in ScreenPath]: (typeof SCREENS)[Path]['built'] extends true ? Path : never }[ScreenPath];
/** An address that a link can name without a record. */
export type BuiltPath = Exclude<Built, `${string}$${string}`>;
export type BuiltScreen = ScreenSpec & { path: BuiltPath };

export const isBuilt = (screen: Screen): screen is BuiltScreen => screen.built && !screen.path.includes('$');

interface AreaSpec extends AreaPlan {
  /** The first screen is the one that the area opens. */
  screens: readonly ScreenPath[];
}

/** Paths of the screens to which `position` gives a number, by that number. */
function placed(position: (spec: ScreenSpec) => number | null | undefined): ScreenPath[] {
  return (Object.entries(SCREENS) as [ScreenPath, ScreenSpec][])
    .flatMap(([path, spec]) => {
      const at = position(spec);
      return at == null ? [] : [{ path, at }];
    })
    .sort((a, b) => a.at - b.at)
    .map(({ path }) => path);
}

const areasOf = (persona: Persona): AreaSpec[] =>
  NAVIGATION[persona].map((area) => ({
    ...area,
    screens: placed(({ place }) => (place?.[persona]?.[0] === area.id ? place[persona][1] : null)),
  }));

/** The areas of each persona's navigation with the screens that are placed there. */
export const AREAS: Record<Persona, readonly AreaSpec[]> = {
  brand: areasOf('brand'),
  creator: areasOf('creator'),
  agency: areasOf('agency'),
  staff: areasOf('staff'),
};

export const HOMES: Record<Persona, ScreenPath> = {
  brand: '/brand-dashboard',
  creator: '/dashboard',
  agency: '/agent-dashboard',
  staff: '/admin-dashboard',
};

export interface Area extends AreaPlan {
  screens: BuiltScreen[];
}

export function screenAt<Path extends ScreenPath>(path: Path): ScreenSpec & { path: Path } {
  return { path, ...(SCREENS[path] as ScreenSpec) };
}

export const ALL_SCREENS: readonly Screen[] = (Object.keys(SCREENS) as ScreenPath[]).map((path) => screenAt(path));

/**
 * The screen an address belongs to: the screen itself or a record beneath it ("/smart-contracts/0197…" belongs to
 * "/smart-contracts"). Null for an address the product does not have.
 */
export function screenOf(pathname: string): Screen | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/u, '') : pathname;
  const exact = ALL_SCREENS.find((screen) => screen.path === path);
  if (exact) return exact;
  if (/^\/creator\/[^/]+$/u.test(path)) return screenAt('/creator/$handle');
  const owners = ALL_SCREENS.filter((screen) => screen.access === 'signed-in' && path.startsWith(`${screen.path}/`));
  return owners.sort((a, b) => b.path.length - a.path.length)[0] ?? null;
}

/** The screen with exactly this address, without the records beneath it. */
export function namedScreen(pathname: string): Screen | null {
  const screen = screenOf(pathname);
  if (!screen) return null;
  const path = pathname.length > 1 ? pathname.replace(/\/+$/u, '') : pathname;
  return screen.path === path || screen.path === '/creator/$handle' ? screen : null;
}

/** Screens that stay the creator's own while a member of an agency acts for the creator in this tab. */
const CLOSED_WHILE_ACTING: ReadonlySet<ScreenPath> = new Set<ScreenPath>([
  '/enhanced-authentication',
  '/payment-settings',
  '/payouts',
  '/profile',
  '/security-audit-log',
  '/security-dashboard',
]);

/** Screens of a creator that a member of an agency opens only with the scope for which they are made. */
const SCOPE_OF_SCREEN: Partial<Record<ScreenPath, Scope>> = {
  '/creator-profile': 'profile',
  '/dynamic-pricing': 'profile',
  '/marketplace': 'profile',
  '/match': 'apply',
  '/messages': 'message',
  '/micro-marketplace': 'profile',
  '/my-ads': 'apply',
  '/post-ad': 'apply',
};

/** The scope that a member of an agency needs for this screen, where it is not the creator's own. */
export const scopeOfScreen = ({ path }: Screen): Scope | undefined => SCOPE_OF_SCREEN[path];

export function isClosedWhileActing({ path }: Screen): boolean {
  if (orgChoice().actingFor === null) return false;
  const scope = SCOPE_OF_SCREEN[path];
  return CLOSED_WHILE_ACTING.has(path) || (scope !== undefined && !actingScopes().includes(scope));
}

export function mayOpen(screen: Screen, persona: Persona): boolean {
  return screen.access === 'public' || (screen.personas.includes(persona) && !isClosedWhileActing(screen));
}

/** The screen offered to a persona that may not open `screen`. */
export function fallbackScreen(screen: Screen, persona: Persona): BuiltScreen {
  const offered = screen.fallbackScreen?.[persona];
  const target = ALL_SCREENS.find(({ path }) => path === offered);
  return target && isBuilt(target) && mayOpen(target, persona) ? target : homeOf(persona);
}

/** The first screen of a persona after sign-in: its home, or its first built screen while the home is not built. */
export function homeOf(persona: Persona): BuiltScreen {
  const home: Screen = screenAt(HOMES[persona]);
  const screen = isBuilt(home) ? home : areasFor(persona)[0]?.screens[0];
  if (!screen) throw new Error(`no screen is built for ${persona}`);
  return screen;
}

/** The areas of a persona with their built screens; an area without one is left out. */
export function areasFor(persona: Persona): Area[] {
  return AREAS[persona]
    .map((area) => ({
      ...area,
      screens: area.screens
        .map((path): Screen => screenAt(path))
        .filter(isBuilt)
        .filter((screen) => mayOpen(screen, persona)),
    }))
    .filter((area) => area.screens.length > 0);
}

export function bottomBarFor(persona: Persona): Area[] {
  const areas = areasFor(persona);
  return BOTTOM_BAR[persona].flatMap((id) => areas.find((area) => area.id === id) ?? []).slice(0, 4);
}

export function creatableBy(persona: Persona): BuiltScreen[] {
  return placed(({ create }) => create?.[persona])
    .map((path): Screen => screenAt(path))
    .filter(isBuilt)
    .filter((screen) => mayOpen(screen, persona));
}

/** The area an address belongs to for this persona; its own place in the sidebar first, then that of the screen above it. */
export function areaOf(pathname: string, persona: Persona): Area | null {
  const screen = screenOf(pathname);
  const areas = areasFor(persona);
  return (
    areas.find((area) => area.screens.some(({ path }) => path === screen?.path)) ??
    areas.find((area) => area.screens.some(({ path }) => screen?.path.startsWith(`${path}/`))) ??
    null
  );
}

/**
 * Screens in the palette, in the order of the sidebar: built ones this persona may open, without those that need a
 * record.
 */
export function reachableBy(persona: Persona): BuiltScreen[] {
  const listed = areasFor(persona).flatMap(({ screens }) => screens.map(({ path }) => path));
  const position = ({ path }: BuiltScreen): number => (listed.includes(path) ? listed.indexOf(path) : listed.length);
  return ALL_SCREENS.filter(isBuilt)
    .filter((screen) => screen.access === 'signed-in' && !screen.needsRecord && mayOpen(screen, persona))
    .sort((a, b) => position(a) - position(b));
}
