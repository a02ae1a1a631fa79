import { AMOUNT, type NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  representation_invited: { topic: 'contracts', action: 'representation', fields: ['name', 'deadlineAt'] },
  representation_accepted: { topic: 'contracts', action: 'roster', fields: ['name'] },
  representation_declined: { topic: 'contracts', action: 'roster', fields: ['name'] },
  representation_narrowed: { topic: 'contracts', action: 'roster', fields: ['name'] },
  representation_ending: { topic: 'contracts', action: 'representation', fields: ['name', 'deadlineAt'] },
  representation_ended: { topic: 'contracts', action: 'representation', fields: ['name'] },
  acting_requested: { topic: 'contracts', action: 'request', fields: ['name', 'title'] },
  acting_requested_amount: { topic: 'contracts', action: 'request', fields: ['name', 'title', ...AMOUNT] },
  acting_confirmed: { topic: 'contracts', action: 'roster', fields: ['name', 'title'] },
  acting_declined: { topic: 'contracts', action: 'roster', fields: ['name', 'title'] },
} as const satisfies Record<string, NoticeSpec>;
