import type { NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  visit_offered: { topic: 'work', action: 'visit', fields: ['name', 'title'] },
  visit_booked: { topic: 'work', action: 'visit', fields: ['name', 'title', 'deadlineAt'] },
  visit_moved: { topic: 'work', action: 'visit', fields: ['name', 'title', 'deadlineAt'] },
  visit_cancelled: { topic: 'work', action: 'visit', fields: ['name', 'title', 'deadlineAt'] },
  visit_reminder: { topic: 'work', action: 'visit', fields: ['name', 'title', 'deadlineAt', 'hours'] },
  visit_arrived: { topic: 'work', action: 'visit', fields: ['name', 'title'] },
  visit_missed: { topic: 'work', action: 'visit', fields: ['name', 'title', 'deadlineAt'] },
} as const satisfies Record<string, NoticeSpec>;
