import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/payments': {
    title: 'payments',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    titleFor: { creator: 'incoming', agency: 'incoming' },
    words: 'payments',
    place: { brand: ['money', 10], creator: ['money', 20], agency: ['money', 20] },
    built: true,
  },
  '/payment-success': {
    title: 'payment-success',
    access: 'signed-in',
    personas: ['brand'],
    fallbackScreen: { creator: '/payments', agency: '/payments' },
    needsRecord: true,
    words: 'payment-success',
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
