import type { StaffRights } from '../../core/staff.ts';
import { BOOKKEEPERS, OPERATORS } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'payments.allowFees': OPERATORS,
  'payments.confirmParked': BOOKKEEPERS,
  'payments.confirmSuspense': BOOKKEEPERS,
  'payments.proposeParked': BOOKKEEPERS,
  'payments.proposeSuspense': BOOKKEEPERS,
} as const satisfies StaffRights;
