import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/': { title: 'home', access: 'public', personas: [], built: true },
  '/features': { title: 'features', access: 'public', personas: [], built: true },
} as const satisfies Record<string, ScreenSpec>;
