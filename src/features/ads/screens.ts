import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/post-ad': {
    title: 'post-ad',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    create: { brand: 20, creator: 10 },
    built: false,
  },
  '/browse-ads': {
    title: 'browse-ads',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    place: { brand: ['discover', 60], creator: ['find-work', 30] },
    built: false,
  },
  '/my-ads': {
    title: 'my-ads',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    place: { brand: ['campaigns', 40], creator: ['find-work', 40] },
    built: false,
  },
} as const satisfies Record<string, ScreenSpec>;
