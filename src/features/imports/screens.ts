import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/discovery/import': {
    title: 'import',
    access: 'signed-in',
    personas: ['brand', 'agency'],
    fallbackScreen: { creator: '/creator-profile' },
    place: { agency: ['scout', 40] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
