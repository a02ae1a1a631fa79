import type { NoticeSpec } from '../../core/notices.ts';

/** `name`: the domain. */
export const NOTICES = {
  brand_verified: { topic: 'security', action: 'brand', fields: ['name'] },
  brand_unverified: { topic: 'security', action: 'brand', fields: ['name'] },
} as const satisfies Record<string, NoticeSpec>;
