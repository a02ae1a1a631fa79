import { AMOUNT, type NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  payment_method_added: { topic: 'money', action: 'settings', fields: ['name', 'title'] },
  payment_method_removed: { topic: 'money', action: 'settings', fields: ['name', 'title'] },
  auto_fund_on: { topic: 'money', action: 'settings', fields: ['name'] },
  payment_to_confirm: { topic: 'money', action: 'fund', fields: ['title', 'milestone', ...AMOUNT] },
  auto_payment_failed: { topic: 'money', action: 'fund', fields: ['title', 'milestone', ...AMOUNT] },
} as const satisfies Record<string, NoticeSpec>;
