import { ADDRESSES } from '../../core/addresses.ts';
import type { FindSpec } from '../../core/finds.ts';

export const FINDS = {
  conversation: { place: 25, icon: 'chat', list: ADDRESSES.messages },
} as const satisfies Record<string, FindSpec>;
