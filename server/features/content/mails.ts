import { ADDRESSES } from '../../core/addresses.ts';
import type { AccountMailSpec } from '../../core/notices.ts';

export const MAILS = {
  /** To the member of a brand who is to review a piece of work. */
  review_assigned: { fields: ['name', 'title'], link: ADDRESSES.reviews },
} as const satisfies Record<string, AccountMailSpec>;
