import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/outreach': {
    title: 'outreach',
    access: 'signed-in',
    personas: ['brand', 'agency'],
    fallbackScreen: { creator: '/collaboration-request' },
    place: { brand: ['discover', 70], agency: ['scout', 30] },
    built: true,
  },
  '/p/contact/$token': { title: 'contact-answer', access: 'public', personas: [], built: true },
} as const satisfies Record<string, ScreenSpec>;
