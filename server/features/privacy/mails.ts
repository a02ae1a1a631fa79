import { ADDRESSES } from '../../core/addresses.ts';
import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  export_ready: { fields: ['expiresAt'], link: ADDRESSES.account },
  deletion_planned: { fields: ['erasesAt'], link: ADDRESSES.account },
  deletion_withdrawn: { fields: [], link: ADDRESSES.account },
  account_erased: { fields: [], link: ADDRESSES.start },
} as const satisfies Record<string, AccountMailSpec>;
