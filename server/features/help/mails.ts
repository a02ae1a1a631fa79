import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  help_answered: { fields: ['title', 'answer'], link: '/smart-contracts' },
} as const satisfies Record<string, AccountMailSpec>;
