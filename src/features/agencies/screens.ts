import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/agent-dashboard': {
    title: 'agent-dashboard',
    access: 'signed-in',
    personas: ['agency'],
    fallbackScreen: { creator: '/profile', brand: '/brand-dashboard' },
    place: { agency: ['home', 10] },
    built: true,
  },
  '/agent-profile': {
    title: 'agent-profile',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    place: { agency: ['agency', 10] },
    built: true,
  },
  '/agent-campaigns': {
    title: 'agent-campaigns',
    access: 'signed-in',
    personas: ['agency'],
    fallbackScreen: { brand: '/my-campaigns', creator: '/my-campaigns' },
    place: { agency: ['deals', 10] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
