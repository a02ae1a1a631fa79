import type { FindSpec } from '../../core/finds.ts';

export const FINDS = {
  person: { place: 40, icon: 'person' },
} as const satisfies Record<string, FindSpec>;
