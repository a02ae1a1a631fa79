import type { FindSpec } from '../../core/finds.ts';
import { ADDRESSES } from '../../core/addresses.ts';

export const FINDS = {
  campaign: { place: 20, icon: 'megaphone', list: ADDRESSES.ownCampaigns },
} as const satisfies Record<string, FindSpec>;
