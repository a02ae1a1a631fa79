import { AMOUNT, type NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  invoice_issued: { topic: 'money', action: 'documents', fields: ['name', 'title', 'milestone', 'number', ...AMOUNT] },
} as const satisfies Record<string, NoticeSpec>;
