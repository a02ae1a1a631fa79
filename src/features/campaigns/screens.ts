import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/post-influencer-campaign': {
    title: 'post-influencer-campaign',
    access: 'signed-in',
    personas: ['brand'],
    fallbackScreen: { creator: '/campaigns', agency: '/agent-campaigns' },
    words: 'post-influencer-campaign',
    create: { brand: 10 },
    built: true,
  },
  '/campaigns': {
    title: 'campaigns',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    words: 'campaigns',
    place: { brand: ['campaigns', 70], creator: ['find-work', 10], agency: ['deals', 20] },
    built: true,
  },
  '/my-campaigns': {
    title: 'my-campaigns',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    fallbackScreen: { agency: '/agent-campaigns' },
    titleFor: { creator: 'my-deals' },
    words: 'my-campaigns',
    place: { brand: ['campaigns', 10], creator: ['my-work', 10] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
