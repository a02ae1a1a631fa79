import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  new_sign_in: { fields: ['device', 'signedInAt'], link: '/enhanced-authentication' },
  password_replaced: { fields: ['changedAt'], link: '/enhanced-authentication' },
  email_change_asked: { fields: ['address'], link: '/enhanced-authentication' },
  email_changed: { fields: ['address', 'changedAt'], link: '/auth' },
  authenticator_added: { fields: ['addedAt'], link: '/enhanced-authentication' },
  passkey_added: { fields: ['addedAt'], link: '/enhanced-authentication' },
  factor_removal_planned: { fields: ['removesAt'], link: '/enhanced-authentication' },
  factor_removed: { fields: [], link: '/enhanced-authentication' },
} as const satisfies Record<string, AccountMailSpec>;
