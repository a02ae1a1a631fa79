import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/discovery': {
    title: 'discovery',
    access: 'signed-in',
    personas: ['brand', 'agency'],
    fallbackScreen: { creator: '/creator-profile' },
    place: { brand: ['discover', 10], agency: ['scout', 10] },
    built: true,
  },
  '/discovery/searches': {
    title: 'saved-searches',
    access: 'signed-in',
    personas: ['brand', 'agency'],
    fallbackScreen: { creator: '/creator-profile' },
    words: 'saved-searches',
    built: true,
  },
  '/ai-smart-search': {
    title: 'ai-smart-search',
    access: 'signed-in',
    personas: ['brand', 'agency'],
    fallbackScreen: { creator: '/match' },
    place: { brand: ['discover', 20], agency: ['scout', 20] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
