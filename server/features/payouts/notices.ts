import { AMOUNT, type NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  payout_account_needed: { topic: 'money', action: 'payouts', fields: ['title', ...AMOUNT] },
  payout_account_ready: { topic: 'money', action: 'payouts', fields: [] },
  payout_account_stopped: { topic: 'money', action: 'payouts', fields: [] },
  payout_sent: { topic: 'money', action: 'payouts', fields: ['deadlineAt', ...AMOUNT] },
  payout_paid: { topic: 'money', action: 'payouts', fields: [...AMOUNT] },
  payout_failed: { topic: 'money', action: 'payouts', fields: [...AMOUNT] },
} as const satisfies Record<string, NoticeSpec>;
