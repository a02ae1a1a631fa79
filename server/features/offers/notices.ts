import { ADDRESSES } from '../../core/addresses.ts';
import { AMOUNT, type NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  offer_received: {
    topic: 'offers',
    action: 'offer',
    fields: ['name', 'title', 'deadlineAt', ...AMOUNT],
    listedAt: ADDRESSES.offers,
  },
  offer_countered: { topic: 'offers', action: 'offer', fields: ['name', 'title', 'deadlineAt', ...AMOUNT] },
  offer_accepted: { topic: 'offers', action: 'contract', fields: ['name', 'title', ...AMOUNT] },
  offer_declined: { topic: 'offers', action: 'offer', fields: ['name', 'title'] },
  offer_withdrawn: { topic: 'offers', action: 'offer', fields: ['name', 'title'] },
  offer_expiring: { topic: 'offers', action: 'offer', fields: ['name', 'title', 'hours', 'deadlineAt'] },
  offer_expired: { topic: 'offers', action: 'offer', fields: ['name', 'title'] },
} as const satisfies Record<string, NoticeSpec>;
