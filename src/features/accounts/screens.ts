import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/auth': { title: 'auth', access: 'public', personas: [], words: 'auth', built: true },
  '/reset-password': { title: 'reset-password', access: 'public', personas: [], built: true },
  '/verify-account': { title: 'verify-account', access: 'public', personas: [], built: true },
  '/business-auth': { title: 'business-auth', access: 'public', personas: [], built: true },
  '/influencer-auth': { title: 'influencer-auth', access: 'public', personas: [], built: true },
  '/admin': { title: 'admin', access: 'public', personas: [], built: true },
} as const satisfies Record<string, ScreenSpec>;
