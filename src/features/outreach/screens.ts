import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/outreach': {
    title: 'outreach',
    access: 'signed-in',
    personas: ['brand'],
    // An agency brings its own list until it can write to creators.
    fallbackScreen: { creator: '/collaboration-request', agency: '/discovery/import' },
    place: { brand: ['discover', 70] },
    built: true,
  },
  '/p/contact/$token': { title: 'contact-answer', access: 'public', personas: [], built: true },
} as const satisfies Record<string, ScreenSpec>;
