import type { NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  post_linked: { topic: 'work', fields: ['name', 'title', 'milestone'] },
  post_live: { topic: 'work', fields: ['name', 'title', 'milestone'] },
  post_removed: { topic: 'work', fields: ['name', 'title', 'milestone'] },
  post_wrong_author: { topic: 'work', fields: ['name', 'title', 'milestone'] },
  post_no_disclosure: { topic: 'work', fields: ['name', 'title', 'milestone'] },
  post_fault_clearing: { topic: 'work', fields: ['name', 'title', 'milestone', 'deadlineAt'] },
  post_published_before: { topic: 'work', fields: ['name', 'title', 'milestone'] },
  post_question: { topic: 'work', fields: ['name', 'title', 'milestone', 'deadlineAt'] },
  post_refused: { topic: 'work', fields: ['name', 'title', 'milestone'] },
  post_not_counted: { topic: 'work', fields: ['name', 'title', 'milestone'] },
  post_not_counted_clearing: { topic: 'work', fields: ['name', 'title', 'milestone', 'deadlineAt'] },
  post_not_counted_disputed: { topic: 'work', fields: ['name', 'title', 'milestone'] },
} as const satisfies Record<string, NoticeSpec>;
