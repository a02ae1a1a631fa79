import type { NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  rating_requested: { topic: 'work', fields: ['name', 'title', 'deadlineAt'] },
  rating_visible: { topic: 'work', fields: ['name', 'title'] },
  rating_of_agency: { topic: 'work', fields: ['name'] },
  rating_removed: { topic: 'work', fields: ['title', 'reason'] },
} as const satisfies Record<string, NoticeSpec>;
