import { AMOUNT, type NoticeSpec } from '../../core/notices.ts';

/** The amount is the total of the deal with the addendum. */
const FIELDS = ['name', 'title', ...AMOUNT] as const;

export const NOTICES = {
  addendum_proposed: { topic: 'contracts', action: 'deal', fields: [...FIELDS, 'reason', 'deadlineAt'] },
  addendum_signed: { topic: 'contracts', action: 'deal', fields: [...FIELDS, 'deadlineAt'] },
  addendum_expiring: { topic: 'contracts', action: 'deal', fields: [...FIELDS, 'deadlineAt'] },
  addendum_applied: { topic: 'contracts', fields: FIELDS },
  addendum_declined: { topic: 'contracts', fields: [...FIELDS, 'reason'] },
  addendum_withdrawn: { topic: 'contracts', fields: FIELDS },
  addendum_expired: { topic: 'contracts', fields: FIELDS },
  addendum_overtaken: { topic: 'contracts', fields: FIELDS },
} as const satisfies Record<string, NoticeSpec>;
