import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/admin-dashboard': {
    title: 'admin-dashboard',
    access: 'signed-in',
    personas: ['staff'],
    words: 'admin-dashboard',
    place: { staff: ['operations', 10] },
    built: true,
  },
  '/admin-dashboard/money': {
    title: 'staff-money',
    access: 'signed-in',
    personas: ['staff'],
    words: 'staff-money',
    place: { staff: ['operations', 20] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
