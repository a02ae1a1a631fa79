import type { NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  message_received: { topic: 'messages', action: 'message', fields: ['name', 'title'], listedAt: '/smart-contracts' },
} as const satisfies Record<string, NoticeSpec>;
