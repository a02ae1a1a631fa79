import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/admin-dashboard/disputes': {
    title: 'staff-disputes',
    access: 'signed-in',
    personas: ['staff'],
    words: 'staff-disputes',
    place: { staff: ['operations', 15] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
