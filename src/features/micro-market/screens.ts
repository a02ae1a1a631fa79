import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/micro-marketplace': {
    title: 'micro-marketplace',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    place: { brand: ['discover', 50], creator: ['storefront', 30] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
