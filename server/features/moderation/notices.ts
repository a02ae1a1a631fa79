import type { NoticeSpec } from '../../core/notices.ts';

export const NOTICES = {
  text_released: { topic: 'work', action: 'text', fields: ['title'] },
  text_removed: { topic: 'work', action: 'text', fields: ['title', 'reason'] },
} as const satisfies Record<string, NoticeSpec>;
