import type { ScreenSpec } from '@/lib/screens.ts';

/** Agencies find creators once they act for brands; until then they manage and import their own. */
export const SCREENS = {
  '/discovery': {
    title: 'discovery',
    access: 'signed-in',
    personas: ['brand'],
    fallbackScreen: { creator: '/creator-profile', agency: '/campaigns' },
    place: { brand: ['discover', 10] },
    built: true,
  },
  '/discovery/searches': {
    title: 'saved-searches',
    access: 'signed-in',
    personas: ['brand'],
    fallbackScreen: { creator: '/creator-profile', agency: '/campaigns' },
    words: 'saved-searches',
    built: true,
  },
  '/ai-smart-search': {
    title: 'ai-smart-search',
    access: 'signed-in',
    personas: ['brand'],
    fallbackScreen: { creator: '/match', agency: '/campaigns' },
    place: { brand: ['discover', 20] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
