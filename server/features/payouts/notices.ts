import { AMOUNT, type NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  payout_account_needed: { topic: 'money', fields: ['title', ...AMOUNT] },
  payout_account_ready: { topic: 'money', fields: [] },
  payout_sent: { topic: 'money', fields: ['deadlineAt', ...AMOUNT] },
  payout_paid: { topic: 'money', fields: [...AMOUNT] },
  payout_failed: { topic: 'money', fields: [...AMOUNT] },
} as const satisfies Record<string, NoticeSpec>;
