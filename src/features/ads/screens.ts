import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/post-ad': {
    title: 'post-ad',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    create: { brand: 20, creator: 10 },
    built: true,
  },
  '/browse-ads': {
    title: 'browse-ads',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    place: { brand: ['discover', 60], creator: ['find-work', 30] },
    built: true,
  },
  '/my-ads': {
    title: 'my-ads',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    place: { brand: ['campaigns', 40], creator: ['find-work', 40] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
