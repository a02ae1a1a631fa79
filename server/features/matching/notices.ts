import type { NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  matches_found: { topic: 'applications', action: 'matches', fields: ['title', 'number'] },
} as const satisfies Record<string, NoticeSpec>;
