import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/brand': {
    title: 'brand',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    titleFor: { creator: 'brands', agency: 'brands' },
    place: { brand: ['settings', 30], agency: ['deals', 60] },
    words: 'brand',
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
