import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/rate-calculator': {
    title: 'rate-calculator',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    place: { brand: ['money', 20], creator: ['storefront', 40], agency: ['money', 30] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
