import type { FindSpec } from '../../core/finds.ts';
import { ADDRESSES } from '../../core/addresses.ts';

export const FINDS = {
  deal: { place: 10, icon: 'handshake', list: ADDRESSES.deals },
} as const satisfies Record<string, FindSpec>;
