import { ADDRESSES } from '../../core/addresses.ts';
import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  termination_failed: { fields: ['title'], link: ADDRESSES.operations },
} as const satisfies Record<string, AccountMailSpec>;
