import { ADDRESSES } from '../../core/addresses.ts';
import type { NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  conversation_message: { topic: 'messages', action: 'message', fields: ['name'], listedAt: ADDRESSES.messages },
} as const satisfies Record<string, NoticeSpec>;
