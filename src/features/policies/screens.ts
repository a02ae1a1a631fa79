import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/privacy-policy': { title: 'privacy-policy', access: 'public', personas: [], built: true },
  '/terms-of-service': { title: 'terms-of-service', access: 'public', personas: [], built: true },
  '/cookie-policy': { title: 'cookie-policy', access: 'public', personas: [], built: true },
} as const satisfies Record<string, ScreenSpec>;
