import type { NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  org_suspended: { topic: 'security', fields: ['title', 'reason'] },
  billing_requested: { topic: 'money', action: 'billing', fields: ['name'] },
  org_reinstated: { topic: 'security', fields: ['title'] },
} as const satisfies Record<string, NoticeSpec>;
