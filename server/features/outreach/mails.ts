import { ADDRESSES } from '../../core/addresses.ts';
import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  outreach_message: { fields: ['name', 'title', 'text', 'source'], link: ADDRESSES.start, toStranger: true },
} as const satisfies Record<string, AccountMailSpec>;
