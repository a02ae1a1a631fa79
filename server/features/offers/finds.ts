import type { FindSpec } from '../../core/finds.ts';
import { ADDRESSES } from '../../core/addresses.ts';

export const FINDS = {
  offer: { place: 30, icon: 'mail', list: ADDRESSES.offers },
} as const satisfies Record<string, FindSpec>;
