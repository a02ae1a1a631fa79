import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/outreach': {
    title: 'outreach',
    access: 'signed-in',
    personas: ['brand', 'agency'],
    fallbackScreen: { creator: '/collaboration-request' },
    place: { brand: ['discover', 70], agency: ['scout', 30] },
    built: false,
  },
} as const satisfies Record<string, ScreenSpec>;
