import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/creator/$handle': {
    title: 'creator',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency', 'staff'],
    needsRecord: true,
    built: true,
  },
  '/creator-profile': {
    title: 'creator-profile',
    access: 'signed-in',
    personas: ['creator'],
    fallbackScreen: { brand: '/discovery' },
    place: { creator: ['storefront', 10] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
