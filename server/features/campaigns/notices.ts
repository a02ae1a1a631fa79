import { AMOUNT, type NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  application_received: { topic: 'applications', fields: ['name', 'title', ...AMOUNT], listedAt: '/my-campaigns' },
  application_declined: { topic: 'applications', fields: ['name', 'title'] },
  application_shortlisted: { topic: 'applications', fields: ['name', 'title'] },
  application_expired: { topic: 'applications', fields: ['name', 'title'] },
  campaign_cancelled: { topic: 'applications', fields: ['name', 'title'] },
} as const satisfies Record<string, NoticeSpec>;
