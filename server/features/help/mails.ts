import { ADDRESSES } from '../../core/addresses.ts';
import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  help_answered: { fields: ['title', 'answer'], link: ADDRESSES.deals },
} as const satisfies Record<string, AccountMailSpec>;
