import { ADDRESSES } from '../../core/addresses.ts';
import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  payout_bank_changed: { fields: ['bank', 'changedAt', 'startsAt'], link: ADDRESSES.payouts },
} as const satisfies Record<string, AccountMailSpec>;
