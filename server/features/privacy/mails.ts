import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  export_ready: { fields: ['expiresAt'], link: '/profile' },
  deletion_planned: { fields: ['erasesAt'], link: '/profile' },
  deletion_withdrawn: { fields: [], link: '/profile' },
  account_erased: { fields: [], link: '/' },
} as const satisfies Record<string, AccountMailSpec>;
