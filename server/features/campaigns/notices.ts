import { ADDRESSES } from '../../core/addresses.ts';
import { AMOUNT, type NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  application_received: {
    topic: 'applications',
    action: 'application',
    fields: ['name', 'title', ...AMOUNT],
    listedAt: ADDRESSES.ownCampaigns,
  },
  application_declined: { topic: 'applications', action: 'application', fields: ['name', 'title'] },
  application_shortlisted: { topic: 'applications', action: 'application', fields: ['name', 'title'] },
  application_expired: { topic: 'applications', action: 'application', fields: ['name', 'title'] },
  campaign_cancelled: { topic: 'applications', action: 'application', fields: ['name', 'title'] },
} as const satisfies Record<string, NoticeSpec>;
