import type { ScreenSpec } from '@/lib/screens.ts';

export const SCREENS = {
  '/p/verify': { title: 'verify-file', access: 'public', personas: [], built: true },
  '/smart-contracts': {
    title: 'smart-contracts',
    access: 'signed-in',
    personas: ['brand', 'creator', 'agency'],
    words: 'smart-contracts',
    place: { brand: ['campaigns', 30], creator: ['my-work', 30], agency: ['deals', 40] },
    built: true,
  },
} as const satisfies Record<string, ScreenSpec>;
