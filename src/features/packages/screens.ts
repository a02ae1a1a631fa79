import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/marketplace': {
    title: 'marketplace',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    place: { brand: ['discover', 40], creator: ['storefront', 20] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
