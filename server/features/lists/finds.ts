import { ADDRESSES } from '../../core/addresses.ts';
import type { FindSpec } from '../../core/finds.ts';

export const FINDS = {
  list: { place: 46, icon: 'file', list: ADDRESSES.lists },
} as const satisfies Record<string, FindSpec>;
