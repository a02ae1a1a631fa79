import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/data-deletion': { title: 'data-deletion', access: 'public', personas: [], built: true },
  '/profile': {
    title: 'profile',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency', 'staff'],
    place: { brand: ['settings', 10], creator: ['settings', 10], agency: ['settings', 10], staff: ['settings', 10] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
