import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/instagram/callback': {
    title: 'instagram-callback',
    access: 'public',
    personas: [],
    needsRecord: true,
    built: true,
  },
  '/auth/tiktok/callback': {
    title: 'tiktok-callback',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    needsRecord: true,
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
