import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/dashboard': {
    title: 'dashboard',
    access: 'signed-in',
    personas: ['creator'],
    fallbackScreen: { brand: '/brand-dashboard', agency: '/agent-dashboard', staff: '/admin-dashboard' },
    words: 'dashboard',
    place: { creator: ['home', 10] },
    built: true,
  },
  '/brand-dashboard': {
    title: 'brand-dashboard',
    access: 'signed-in',
    personas: ['brand'],
    fallbackScreen: { creator: '/dashboard', agency: '/agent-dashboard' },
    words: 'brand-dashboard',
    place: { brand: ['home', 10] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
