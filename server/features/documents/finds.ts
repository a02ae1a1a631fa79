import type { FindSpec } from '../../core/finds.ts';
import { ADDRESSES } from '../../core/addresses.ts';

export const FINDS = {
  document: { place: 50, icon: 'file', list: ADDRESSES.documents },
} as const satisfies Record<string, FindSpec>;
