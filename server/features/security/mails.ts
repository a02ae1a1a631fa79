import { ADDRESSES } from '../../core/addresses.ts';
import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  new_sign_in: { fields: ['device', 'signedInAt'], link: ADDRESSES.signInMethods },
  password_replaced: { fields: ['changedAt'], link: ADDRESSES.signInMethods },
  email_change_asked: { fields: ['address'], link: ADDRESSES.signInMethods },
  email_changed: { fields: ['address', 'changedAt'], link: ADDRESSES.signIn },
  authenticator_added: { fields: ['addedAt'], link: ADDRESSES.signInMethods },
  passkey_added: { fields: ['addedAt'], link: ADDRESSES.signInMethods },
  factor_removal_planned: { fields: ['removesAt'], link: ADDRESSES.signInMethods },
  factor_removed: { fields: [], link: ADDRESSES.signInMethods },
} as const satisfies Record<string, AccountMailSpec>;
