import { ADDRESSES } from '../../core/addresses.ts';
import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  /** To a mailbox that may have no account. */
  representation_invitation: {
    fields: ['name', 'agency', 'percent'],
    link: ADDRESSES.representation,
    toStranger: true,
  },
} as const satisfies Record<string, AccountMailSpec>;
