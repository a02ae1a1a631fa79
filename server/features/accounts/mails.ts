import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  sign_up_again: { fields: [], link: '/auth' },
  password_changed: { fields: ['changedAt'], link: '/enhanced-authentication' },
  email_wanted: { fields: [], link: '/auth' },
} as const satisfies Record<string, AccountMailSpec>;
