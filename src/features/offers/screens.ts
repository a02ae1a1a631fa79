import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/collaboration-request': {
    title: 'collaboration-request',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    words: 'collaboration-request',
    place: { brand: ['campaigns', 20], creator: ['my-work', 20], agency: ['deals', 30] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
