import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/content-approval': {
    title: 'content-approval',
    access: 'signed-in',
    personas: ['brand', 'creator'],
    titleFor: { creator: 'submissions' },
    words: 'content-approval',
    place: { brand: ['content', 10], creator: ['my-work', 40] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
