import { ADDRESSES } from '../../core/addresses.ts';
import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  evidence_due: { fields: ['title', 'dueAt', 'submitAt'], link: ADDRESSES.operations },
  evidence_refused: { fields: ['title', 'code', 'dueAt'], link: ADDRESSES.operations },
  payment_parked: { fields: ['currency', 'name'], link: ADDRESSES.operations },
  float_short: { fields: ['currency', 'title'], link: ADDRESSES.staffMoney },
} as const satisfies Record<string, AccountMailSpec>;
