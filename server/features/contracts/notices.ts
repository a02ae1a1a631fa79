import { AMOUNT, type NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  contract_to_sign: { topic: 'contracts', action: 'contract', fields: ['name', 'title', 'deadlineAt', ...AMOUNT] },
  contract_signed: { topic: 'contracts', fields: ['name', 'title'] },
  contract_expiring: { topic: 'contracts', action: 'contract', fields: ['title', 'hours', 'deadlineAt'] },
  contract_declined: { topic: 'contracts', fields: ['name', 'title', 'reason'] },
  contract_expired: { topic: 'contracts', action: 'contract', fields: ['title'] },
} as const satisfies Record<string, NoticeSpec>;
