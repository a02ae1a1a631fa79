import { AMOUNT, type NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  milestone_funded: { topic: 'money', fields: ['name', 'title', 'milestone', 'deadlineAt', ...AMOUNT] },
  payment_failed: { topic: 'money', action: 'payment', fields: ['title', 'milestone', ...AMOUNT] },
  payment_disputed: { topic: 'money', fields: ['title', 'milestone', ...AMOUNT] },
  approved_payment_disputed: { topic: 'money', fields: ['name', 'title', 'milestone', ...AMOUNT] },
  approved_work_disputed: { topic: 'money', fields: ['name', 'title', 'milestone'] },
  release_waits: { topic: 'money', fields: ['title', 'milestone', ...AMOUNT] },
  milestone_disputed: { topic: 'money', fields: ['name', 'title', 'milestone'] },
  dispute_won: { topic: 'money', fields: ['title', 'milestone'] },
  dispute_lost: { topic: 'money', fields: ['title', 'milestone'] },
  payment_returned: { topic: 'money', fields: ['title', 'milestone', ...AMOUNT] },
  transfer_reversed: { topic: 'money', fields: ['title', 'milestone', ...AMOUNT] },
  money_sent_by_bank: { topic: 'money', fields: ['title', 'milestone', 'number', ...AMOUNT] },
  reversal_ruled: {
    topic: 'money',
    action: 'ruling',
    fields: ['title', 'milestone', 'reason', 'deadlineAt', ...AMOUNT],
  },
  fraud_ruled: {
    topic: 'money',
    action: 'ruling',
    fields: ['title', 'milestone', 'reason', 'deadlineAt', ...AMOUNT],
  },
  reversal_final: { topic: 'money', fields: ['title', 'milestone', ...AMOUNT] },
  debt_opened: { topic: 'money', fields: [...AMOUNT] },
  debt_paid: { topic: 'money', fields: [...AMOUNT] },
  debt_overpaid: { topic: 'money', fields: [...AMOUNT] },
  debt_overpaid_sent: { topic: 'money', fields: ['number', ...AMOUNT] },
  debt_written_off: { topic: 'money', fields: [...AMOUNT] },
  payment_owed: { topic: 'money', fields: ['title', 'milestone', ...AMOUNT] },
  refund_settled: { topic: 'money', fields: ['title', 'milestone', ...AMOUNT] },
} as const satisfies Record<string, NoticeSpec>;
