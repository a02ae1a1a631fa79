import { ADDRESSES } from '../../core/addresses.ts';
import type { NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  message_received: { topic: 'messages', action: 'message', fields: ['name', 'title'], listedAt: ADDRESSES.deals },
} as const satisfies Record<string, NoticeSpec>;
