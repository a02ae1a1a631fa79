import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/enhanced-authentication': {
    title: 'enhanced-authentication',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency', 'staff'],
    place: { brand: ['settings', 20], creator: ['settings', 20], agency: ['settings', 20], staff: ['settings', 20] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
