import { ADDRESSES } from '../../core/addresses.ts';
import type { FindSpec } from '../../core/finds.ts';

export const FINDS = {
  creator: { place: 45, icon: 'person', list: ADDRESSES.discovery },
} as const satisfies Record<string, FindSpec>;
