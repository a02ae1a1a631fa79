import { ADDRESSES } from '../../core/addresses.ts';
import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  sign_up_again: { fields: [], link: ADDRESSES.signIn },
  password_changed: { fields: ['changedAt'], link: ADDRESSES.signInMethods },
  email_wanted: { fields: [], link: ADDRESSES.signIn },
} as const satisfies Record<string, AccountMailSpec>;
