import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/match': {
    title: 'match',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    place: { brand: ['discover', 30], creator: ['find-work', 20] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
