import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/payouts': {
    title: 'payouts',
    access: 'signed-in',
    personas: ['creator', 'agency'],
    fallbackScreen: { brand: '/payments' },
    words: 'payouts',
    place: { creator: ['money', 10], agency: ['money', 10] },
    built: true,
  },
  '/payment-settings': {
    title: 'payment-settings',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    words: 'payment-settings',
    place: { brand: ['money', 40], creator: ['money', 30], agency: ['money', 40] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
