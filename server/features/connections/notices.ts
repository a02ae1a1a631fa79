import type { NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  consent_ending: { topic: 'security', fields: ['title', 'name', 'deadlineAt'], action: 'accounts' },
  consent_ended: { topic: 'security', fields: ['title', 'name'], action: 'accounts' },
} as const satisfies Record<string, NoticeSpec>;
