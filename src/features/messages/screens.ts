import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/messages': {
    title: 'messages',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    place: { brand: ['inbox', 10], creator: ['inbox', 10], agency: ['inbox', 10] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
