import { ADDRESSES } from '../../core/addresses.ts';
import type { NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  ad_reply_received: { topic: 'applications', action: 'ad', fields: ['name', 'title'], listedAt: ADDRESSES.ownAds },
  ad_reply_invited: { topic: 'applications', action: 'ad', fields: ['name', 'title'] },
  ad_reply_declined: { topic: 'applications', action: 'ad', fields: ['name', 'title'] },
  ad_expiring: { topic: 'applications', action: 'ad', fields: ['title', 'deadlineAt'] },
  ad_expired: { topic: 'applications', action: 'ad', fields: ['title'] },
  ad_removed: { topic: 'applications', action: 'ad', fields: ['title', 'reason'] },
  ad_alert: { topic: 'applications', action: 'ad', fields: ['number'] },
} as const satisfies Record<string, NoticeSpec>;
