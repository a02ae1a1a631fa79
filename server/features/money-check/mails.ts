import { ADDRESSES } from '../../core/addresses.ts';
import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  money_out_stopped: { fields: ['currencies', 'found'], link: ADDRESSES.operations },
  money_check_warned: { fields: ['found'], link: ADDRESSES.operations },
} as const satisfies Record<string, AccountMailSpec>;
