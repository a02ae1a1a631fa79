import { ADDRESSES } from '../../core/addresses.ts';
import type { FindSpec } from '../../core/finds.ts';

export const FINDS = {
  ad: { place: 35, icon: 'megaphone', list: ADDRESSES.ownAds },
  openAd: { place: 36, icon: 'megaphone', list: ADDRESSES.openAds },
} as const satisfies Record<string, FindSpec>;
