import type { NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  tax_facts_requested: { topic: 'money', action: 'payouts', fields: ['deadlineAt'] },
} as const satisfies Record<string, NoticeSpec>;
