import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/dynamic-pricing': {
    title: 'dynamic-pricing',
    access: 'signed-in',
    titleFor: { brand: 'fair-prices' },
    personas: ['brand', 'creator'],
    place: { brand: ['money', 30], creator: ['storefront', 50] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
