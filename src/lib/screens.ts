import type navTexts from '../../locales/en/nav.json';

export const PERSONAS = ['brand', 'creator', 'agency', 'staff'] as const;
export type Persona = (typeof PERSONAS)[number];

type ScreenTitle = keyof typeof navTexts.screens;
type AreaId = keyof typeof navTexts.areas;
export type AreaIcon =
  | 'house'
  | 'inbox'
  | 'compass'
  | 'megaphone'
  | 'clapperboard'
  | 'landmark'
  | 'sprout'
  | 'chart'
  | 'settings'
  | 'briefcase'
  | 'radio'
  | 'store'
  | 'handshake'
  | 'building'
  | 'scale'
  | 'server';

interface ScreenSpec {
  /** Key under `nav:screens`. */
  title: ScreenTitle;
  /** Another title for the same address, where a persona sees another view of it. */
  titleFor?: Partial<Record<Persona, ScreenTitle>>;
  access: 'public' | 'signed-in';
  /** Personas that may open it; empty for public screens. */
  personas: readonly Persona[];
  /** The screen offered to a persona that may not open this one; its home if none is named. */
  fallbackScreen?: Partial<Record<Persona, string>>;
  /** Key under `nav:words`: synonyms for the palette. */
  words?: keyof typeof navTexts.words;
  /** Reached from a record or a redirect, never by name: not in the palette. */
  needsRecord?: true;
  /** False: absent from navigation, and its address shows a page that says so. */
  built: boolean;
}

/**
 * Every address of the product, once. The guard, sidebar, bottom bar, palette, breadcrumbs and the wrong-account page
 * read it. A route that is missing here does not compile (see `src/router.tsx`); a `built` that differs from the route
 * tree fails a test.
 */
export const SCREENS = {
  '/': { title: 'home', access: 'public', personas: [], built: true },
  '/auth': { title: 'auth', access: 'public', personas: [], words: 'auth', built: true },
  '/reset-password': { title: 'reset-password', access: 'public', personas: [], built: true },
  '/verify-account': { title: 'verify-account', access: 'public', personas: [], built: true },
  '/business-auth': { title: 'business-auth', access: 'public', personas: [], built: true },
  '/influencer-auth': { title: 'influencer-auth', access: 'public', personas: [], built: true },
  '/instagram/callback': {
    title: 'instagram-callback',
    access: 'public',
    personas: [],
    needsRecord: true,
    built: true,
  },
  '/features': { title: 'features', access: 'public', personas: [], built: true },
  '/admin': { title: 'admin', access: 'public', personas: [], built: true },
  '/privacy-policy': { title: 'privacy-policy', access: 'public', personas: [], built: true },
  '/data-deletion': { title: 'data-deletion', access: 'public', personas: [], built: true },
  '/terms-of-service': { title: 'terms-of-service', access: 'public', personas: [], built: true },
  '/cookie-policy': { title: 'cookie-policy', access: 'public', personas: [], built: true },
  '/p/verify': { title: 'verify-file', access: 'public', personas: [], built: true },
  '/dashboard': {
    title: 'dashboard',
    access: 'signed-in',
    personas: ['creator'],
    fallbackScreen: { brand: '/brand-dashboard', agency: '/agent-dashboard', staff: '/admin-dashboard' },
    words: 'dashboard',
    built: true,
  },
  '/brand-dashboard': {
    title: 'brand-dashboard',
    access: 'signed-in',
    personas: ['brand'],
    fallbackScreen: { creator: '/dashboard', agency: '/agent-dashboard' },
    words: 'brand-dashboard',
    built: true,
  },
  '/marketplace': { title: 'marketplace', access: 'signed-in', personas: ['brand', 'creator'], built: false },
  '/profile': { title: 'profile', access: 'signed-in', personas: ['brand', 'creator', 'agency', 'staff'], built: true },
  '/messages': { title: 'messages', access: 'signed-in', personas: ['brand', 'creator', 'agency'], built: false },
  '/post-influencer-campaign': {
    title: 'post-influencer-campaign',
    access: 'signed-in',
    personas: ['brand'],
    fallbackScreen: { creator: '/campaigns', agency: '/agent-campaigns' },
    words: 'post-influencer-campaign',
    built: true,
  },
  '/creator/$handle': {
    title: 'creator',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency', 'staff'],
    needsRecord: true,
    built: true,
  },
  '/creator-profile': {
    title: 'creator-profile',
    access: 'signed-in',
    personas: ['creator'],
    fallbackScreen: { brand: '/discovery' },
    built: true,
  },
  '/brand': {
    title: 'brand',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    titleFor: { creator: 'brands', agency: 'brands' },
    built: false,
  },
  '/match': { title: 'match', access: 'signed-in', personas: ['brand', 'creator'], built: false },
  '/campaigns': {
    title: 'campaigns',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    words: 'campaigns',
    built: true,
  },
  '/my-campaigns': {
    title: 'my-campaigns',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    fallbackScreen: { agency: '/agent-campaigns' },
    titleFor: { creator: 'my-deals' },
    words: 'my-campaigns',
    built: true,
  },
  '/outreach': {
    title: 'outreach',
    access: 'signed-in',
    personas: ['brand', 'agency'],
    fallbackScreen: { creator: '/collaboration-request' },
    built: false,
  },
  '/analytics': { title: 'analytics', access: 'signed-in', personas: ['brand', 'creator', 'agency'], built: false },
  '/auth/tiktok/callback': {
    title: 'tiktok-callback',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    needsRecord: true,
    built: false,
  },
  '/content-approval': {
    title: 'content-approval',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    titleFor: { creator: 'submissions' },
    words: 'content-approval',
    built: true,
  },
  '/brand-assets': { title: 'brand-assets', access: 'signed-in', personas: ['brand', 'creator'], built: false },
  '/content-library': { title: 'content-library', access: 'signed-in', personas: ['brand', 'creator'], built: false },
  '/content-calendar': {
    title: 'content-calendar',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    built: false,
  },
  '/media-kit-generator': {
    title: 'media-kit-generator',
    access: 'signed-in',
    personas: ['creator'],
    fallbackScreen: { brand: '/discovery' },
    built: false,
  },
  '/ugc-content-studio': {
    title: 'ugc-content-studio',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    built: false,
  },
  '/discovery': {
    title: 'discovery',
    access: 'signed-in',
    personas: ['brand', 'agency'],
    fallbackScreen: { creator: '/creator-profile' },
    built: false,
  },
  '/influencer-analytics': {
    title: 'influencer-analytics',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency', 'staff'],
    built: false,
  },
  '/rate-calculator': {
    title: 'rate-calculator',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    built: false,
  },
  '/influencer-verification': {
    title: 'influencer-verification',
    access: 'signed-in',
    personas: ['brand', 'creator', 'staff'],
    built: false,
  },
  '/team-management': {
    title: 'team-management',
    access: 'signed-in',
    personas: ['brand', 'agency'],
    fallbackScreen: { creator: '/profile' },
    built: false,
  },
  '/team-collaboration': {
    title: 'team-collaboration',
    access: 'signed-in',
    personas: ['brand', 'agency'],
    fallbackScreen: { creator: '/my-campaigns' },
    built: false,
  },
  '/post-ad': { title: 'post-ad', access: 'signed-in', personas: ['brand', 'creator'], built: false },
  '/browse-ads': { title: 'browse-ads', access: 'signed-in', personas: ['brand', 'creator'], built: false },
  '/my-ads': { title: 'my-ads', access: 'signed-in', personas: ['brand', 'creator'], built: false },
  '/payments': {
    title: 'payments',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    titleFor: { creator: 'incoming', agency: 'incoming' },
    words: 'payments',
    built: true,
  },
  '/payouts': {
    title: 'payouts',
    access: 'signed-in',
    personas: ['creator', 'agency'],
    fallbackScreen: { brand: '/payments' },
    words: 'payouts',
    built: true,
  },
  '/payment-success': {
    title: 'payment-success',
    access: 'signed-in',
    personas: ['brand'],
    fallbackScreen: { creator: '/payments', agency: '/payments' },
    needsRecord: true,
    words: 'payment-success',
    built: true,
  },
  '/payment-settings': {
    title: 'payment-settings',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    words: 'payment-settings',
    built: true,
  },
  '/creator-ai-hub': {
    title: 'creator-ai-hub',
    access: 'signed-in',
    personas: ['creator'],
    fallbackScreen: { brand: '/ugc-content-studio' },
    built: false,
  },
  '/ai-smart-search': {
    title: 'ai-smart-search',
    access: 'signed-in',
    personas: ['brand', 'agency'],
    fallbackScreen: { creator: '/match' },
    built: false,
  },
  '/ai-moderation-page': {
    title: 'ai-moderation-page',
    access: 'signed-in',
    personas: ['brand', 'staff'],
    fallbackScreen: { creator: '/messages', agency: '/messages' },
    built: false,
  },
  '/ai-campaign-optimization': {
    title: 'ai-campaign-optimization',
    access: 'signed-in',
    personas: ['brand'],
    built: false,
  },
  '/ai-autopilot-campaigns': {
    title: 'ai-autopilot-campaigns',
    access: 'signed-in',
    personas: ['brand'],
    built: false,
  },
  '/voice-ai-conversation': {
    title: 'voice-ai-conversation',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    built: false,
  },
  '/advanced-analytics': {
    title: 'advanced-analytics',
    access: 'signed-in',
    personas: ['brand'],
    fallbackScreen: { creator: '/analytics', agency: '/analytics' },
    built: false,
  },
  '/comprehensive-analytics': {
    title: 'comprehensive-analytics',
    access: 'signed-in',
    personas: ['brand', 'agency', 'staff'],
    built: false,
  },
  '/predictive-intelligence': {
    title: 'predictive-intelligence',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    built: false,
  },
  '/collaboration-request': {
    title: 'collaboration-request',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    words: 'collaboration-request',
    built: true,
  },
  '/modern-integrations': {
    title: 'modern-integrations',
    access: 'signed-in',
    personas: ['brand', 'agency', 'staff'],
    fallbackScreen: { creator: '/profile' },
    built: false,
  },
  '/social-media-management': {
    title: 'social-media-management',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    built: false,
  },
  '/enhanced-social-inbox': {
    title: 'enhanced-social-inbox',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    built: false,
  },
  '/enterprise-center': {
    title: 'enterprise-center',
    access: 'signed-in',
    personas: ['brand'],
    fallbackScreen: { agency: '/team-management' },
    built: false,
  },
  '/security-dashboard': {
    title: 'security-dashboard',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency', 'staff'],
    built: false,
  },
  '/enhanced-authentication': {
    title: 'enhanced-authentication',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency', 'staff'],
    built: true,
  },
  '/security-audit-log': {
    title: 'security-audit-log',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency', 'staff'],
    built: false,
  },
  '/micro-marketplace': {
    title: 'micro-marketplace',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    built: false,
  },
  '/dynamic-pricing': { title: 'dynamic-pricing', access: 'signed-in', personas: ['brand', 'creator'], built: false },
  '/smart-contracts': {
    title: 'smart-contracts',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    words: 'smart-contracts',
    built: true,
  },
  '/email-marketing': {
    title: 'email-marketing',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    fallbackScreen: { agency: '/outreach' },
    built: false,
  },
  '/affiliate-marketing': {
    title: 'affiliate-marketing',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    built: false,
  },
  '/gifting-campaigns': {
    title: 'gifting-campaigns',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    built: false,
  },
  '/competitor-analysis': { title: 'competitor-analysis', access: 'signed-in', personas: ['brand'], built: false },
  '/ambassador-programs': {
    title: 'ambassador-programs',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    built: false,
  },
  '/compliance': { title: 'compliance', access: 'signed-in', personas: ['brand', 'creator', 'staff'], built: false },
  '/white-label': { title: 'white-label', access: 'signed-in', personas: ['brand', 'agency', 'staff'], built: false },
  '/api-marketplace': {
    title: 'api-marketplace',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency', 'staff'],
    built: false,
  },
  '/admin-dashboard': {
    title: 'admin-dashboard',
    access: 'signed-in',
    personas: ['staff'],
    words: 'admin-dashboard',
    built: true,
  },
  '/agent-dashboard': {
    title: 'agent-dashboard',
    access: 'signed-in',
    personas: ['agency'],
    fallbackScreen: { creator: '/profile', brand: '/brand-dashboard' },
    built: false,
  },
  '/agent-profile': {
    title: 'agent-profile',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    built: false,
  },
  '/agent-campaigns': {
    title: 'agent-campaigns',
    access: 'signed-in',
    personas: ['agency'],
    fallbackScreen: { brand: '/my-campaigns', creator: '/my-campaigns' },
    built: false,
  },
} as const satisfies Record<string, ScreenSpec>;

export type ScreenPath = keyof typeof SCREENS;

export interface Screen extends ScreenSpec {
  path: ScreenPath;
}

interface AreaSpec {
  id: AreaId;
  group: 'top' | 'work' | 'business' | 'foot';
  icon: AreaIcon;
  /** The first screen is the one that the area opens. */
  screens: readonly ScreenPath[];
}

export const AREAS: Record<Persona, readonly AreaSpec[]> = {
  brand: [
    { id: 'home', group: 'top', icon: 'house', screens: ['/brand-dashboard', '/team-collaboration'] },
    { id: 'inbox', group: 'top', icon: 'inbox', screens: ['/messages', '/enhanced-social-inbox'] },
    {
      id: 'discover',
      group: 'work',
      icon: 'compass',
      screens: [
        '/discovery',
        '/ai-smart-search',
        '/match',
        '/marketplace',
        '/micro-marketplace',
        '/browse-ads',
        '/outreach',
      ],
    },
    {
      id: 'campaigns',
      group: 'work',
      icon: 'megaphone',
      screens: [
        '/my-campaigns',
        '/collaboration-request',
        '/smart-contracts',
        '/my-ads',
        '/ai-autopilot-campaigns',
        '/ai-campaign-optimization',
        '/campaigns',
      ],
    },
    {
      id: 'content',
      group: 'work',
      icon: 'clapperboard',
      screens: [
        '/content-approval',
        '/ugc-content-studio',
        '/content-library',
        '/content-calendar',
        '/brand-assets',
        '/social-media-management',
        '/compliance',
      ],
    },
    {
      id: 'money',
      group: 'business',
      icon: 'landmark',
      screens: ['/payments', '/rate-calculator', '/dynamic-pricing', '/payment-settings'],
    },
    {
      id: 'growth',
      group: 'business',
      icon: 'sprout',
      screens: ['/affiliate-marketing', '/gifting-campaigns', '/ambassador-programs', '/email-marketing'],
    },
    {
      id: 'insights',
      group: 'business',
      icon: 'chart',
      screens: [
        '/analytics',
        '/comprehensive-analytics',
        '/advanced-analytics',
        '/predictive-intelligence',
        '/influencer-analytics',
        '/influencer-verification',
        '/competitor-analysis',
      ],
    },
    {
      id: 'settings',
      group: 'foot',
      icon: 'settings',
      screens: [
        '/profile',
        '/enhanced-authentication',
        '/brand',
        '/team-management',
        '/enterprise-center',
        '/white-label',
        '/security-dashboard',
        '/security-audit-log',
        '/modern-integrations',
        '/api-marketplace',
      ],
    },
  ],
  creator: [
    { id: 'home', group: 'top', icon: 'house', screens: ['/dashboard'] },
    { id: 'inbox', group: 'top', icon: 'inbox', screens: ['/messages', '/enhanced-social-inbox'] },
    {
      id: 'find-work',
      group: 'work',
      icon: 'compass',
      screens: [
        '/campaigns',
        '/match',
        '/browse-ads',
        '/my-ads',
        '/gifting-campaigns',
        '/affiliate-marketing',
        '/ambassador-programs',
      ],
    },
    {
      id: 'my-work',
      group: 'work',
      icon: 'briefcase',
      screens: [
        '/my-campaigns',
        '/collaboration-request',
        '/smart-contracts',
        '/content-approval',
        '/content-library',
        '/brand-assets',
        '/compliance',
      ],
    },
    {
      id: 'publish',
      group: 'work',
      icon: 'radio',
      screens: [
        '/social-media-management',
        '/content-calendar',
        '/ugc-content-studio',
        '/creator-ai-hub',
        '/email-marketing',
      ],
    },
    { id: 'money', group: 'business', icon: 'landmark', screens: ['/payouts', '/payments', '/payment-settings'] },
    {
      id: 'storefront',
      group: 'business',
      icon: 'store',
      screens: [
        '/creator-profile',
        '/marketplace',
        '/micro-marketplace',
        '/rate-calculator',
        '/dynamic-pricing',
        '/media-kit-generator',
        '/influencer-verification',
      ],
    },
    {
      id: 'insights',
      group: 'business',
      icon: 'chart',
      screens: ['/analytics', '/influencer-analytics', '/predictive-intelligence'],
    },
    {
      id: 'settings',
      group: 'foot',
      icon: 'settings',
      screens: [
        '/profile',
        '/enhanced-authentication',
        '/security-dashboard',
        '/security-audit-log',
        '/api-marketplace',
      ],
    },
  ],
  agency: [
    { id: 'home', group: 'top', icon: 'house', screens: ['/agent-dashboard', '/team-collaboration'] },
    { id: 'inbox', group: 'top', icon: 'inbox', screens: ['/messages', '/enhanced-social-inbox'] },
    {
      id: 'scout',
      group: 'work',
      icon: 'compass',
      screens: ['/discovery', '/ai-smart-search', '/outreach', '/influencer-analytics'],
    },
    {
      id: 'deals',
      group: 'work',
      icon: 'handshake',
      screens: [
        '/agent-campaigns',
        '/campaigns',
        '/collaboration-request',
        '/smart-contracts',
        '/content-calendar',
        '/brand',
      ],
    },
    {
      id: 'money',
      group: 'business',
      icon: 'landmark',
      screens: ['/payouts', '/payments', '/rate-calculator', '/payment-settings'],
    },
    {
      id: 'agency',
      group: 'business',
      icon: 'building',
      screens: ['/agent-profile', '/team-management', '/white-label'],
    },
    { id: 'insights', group: 'business', icon: 'chart', screens: ['/comprehensive-analytics', '/analytics'] },
    {
      id: 'settings',
      group: 'foot',
      icon: 'settings',
      screens: [
        '/profile',
        '/enhanced-authentication',
        '/security-dashboard',
        '/security-audit-log',
        '/modern-integrations',
        '/api-marketplace',
      ],
    },
  ],
  staff: [
    { id: 'operations', group: 'top', icon: 'house', screens: ['/admin-dashboard'] },
    {
      id: 'cases',
      group: 'work',
      icon: 'scale',
      screens: ['/influencer-verification', '/ai-moderation-page', '/compliance'],
    },
    {
      id: 'platform',
      group: 'business',
      icon: 'server',
      screens: ['/modern-integrations', '/api-marketplace', '/white-label'],
    },
    {
      id: 'insights',
      group: 'business',
      icon: 'chart',
      screens: ['/comprehensive-analytics', '/influencer-analytics'],
    },
    {
      id: 'settings',
      group: 'foot',
      icon: 'settings',
      screens: ['/profile', '/enhanced-authentication', '/security-dashboard', '/security-audit-log'],
    },
  ],
};

export const HOMES: Record<Persona, ScreenPath> = {
  brand: '/brand-dashboard',
  creator: '/dashboard',
  agency: '/agent-dashboard',
  staff: '/admin-dashboard',
};

/** The bottom bar on phones; the fifth entry is always the menu. */
const BOTTOM_BAR: Record<Persona, readonly AreaId[]> = {
  brand: ['home', 'discover', 'campaigns', 'content', 'money', 'inbox'],
  creator: ['home', 'find-work', 'my-work', 'inbox', 'money'],
  agency: ['home', 'deals', 'scout', 'inbox', 'money'],
  staff: ['operations', 'cases', 'platform', 'insights'],
};

/** The entries of "+ New". */
const CREATE: Record<Persona, readonly ScreenPath[]> = {
  brand: ['/post-influencer-campaign', '/post-ad'],
  creator: ['/post-ad'],
  agency: [],
  staff: [],
};

export interface Area {
  id: AreaId;
  group: AreaSpec['group'];
  icon: AreaIcon;
  screens: Screen[];
}

export function screenAt(path: ScreenPath): Screen {
  return { path, ...(SCREENS[path] as ScreenSpec) };
}

export const ALL_SCREENS: readonly Screen[] = (Object.keys(SCREENS) as ScreenPath[]).map(screenAt);

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

export function mayOpen(screen: Screen, persona: Persona): boolean {
  return screen.access === 'public' || screen.personas.includes(persona);
}

export function titleKey(screen: Screen, persona?: Persona): `screens.${ScreenTitle}` {
  const title = (persona && screen.titleFor?.[persona]) || screen.title;
  return `screens.${title}`;
}

/** The screen offered to a persona that may not open `screen`; it is always a built one. */
export function fallbackScreen(screen: Screen, persona: Persona): Screen {
  const offered = screen.fallbackScreen?.[persona];
  const target = offered && offered in SCREENS ? screenAt(offered as ScreenPath) : null;
  return target?.built && mayOpen(target, persona) ? target : homeOf(persona);
}

/** The first screen of a persona after sign-in: its home, or its first built screen while the home is not built. */
export function homeOf(persona: Persona): Screen {
  const home = screenAt(HOMES[persona]);
  return home.built ? home : (areasFor(persona)[0]?.screens[0] ?? home);
}

/** The areas of a persona with their built screens; an area without one is left out. */
export function areasFor(persona: Persona): Area[] {
  return AREAS[persona]
    .map((area) => ({
      ...area,
      screens: area.screens.map(screenAt).filter((screen) => screen.built && mayOpen(screen, persona)),
    }))
    .filter((area) => area.screens.length > 0);
}

export function bottomBarFor(persona: Persona): Area[] {
  const areas = areasFor(persona);
  return BOTTOM_BAR[persona].flatMap((id) => areas.find((area) => area.id === id) ?? []).slice(0, 4);
}

export function creatableBy(persona: Persona): Screen[] {
  return CREATE[persona].map(screenAt).filter((screen) => screen.built);
}

/** The area an address belongs to for this persona; its own place in the sidebar first. */
export function areaOf(pathname: string, persona: Persona): Area | null {
  const screen = screenOf(pathname);
  return areasFor(persona).find((area) => area.screens.some(({ path }) => path === screen?.path)) ?? null;
}

/** Screens in the palette: built ones this persona may open, without those that need a record. */
export function reachableBy(persona: Persona): Screen[] {
  return ALL_SCREENS.filter(
    (screen) => screen.built && screen.access === 'signed-in' && !screen.needsRecord && mayOpen(screen, persona),
  );
}
