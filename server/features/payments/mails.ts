import { ADDRESSES } from '../../core/addresses.ts';
import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  float_short: { fields: ['currency', 'title'], link: ADDRESSES.staffMoney },
} as const satisfies Record<string, AccountMailSpec>;
