import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/discovery/lists': {
    title: 'creator-lists',
    access: 'signed-in',
    personas: ['brand', 'agency'],
    fallbackScreen: { creator: '/creator-profile' },
    words: 'creator-lists',
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
