import { ADDRESSES } from '../../core/addresses.ts';
import type { NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  /** `number`: how many creators are new. */
  search_digest: {
    topic: 'applications',
    action: 'search',
    fields: ['title', 'number'],
    listedAt: ADDRESSES.savedSearches,
  },
} as const satisfies Record<string, NoticeSpec>;
