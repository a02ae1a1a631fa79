import type { StaffRights } from '../../core/staff.ts';
import { BOOKKEEPERS, OPERATORS } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'payments.allowFees': OPERATORS,
  'payments.confirmParked': BOOKKEEPERS,
  'payments.confirmSuspense': BOOKKEEPERS,
  'payments.confirmWriteOff': BOOKKEEPERS,
  'payments.correctEvidence': OPERATORS,
  'payments.proposeParked': BOOKKEEPERS,
  'payments.proposeSuspense': BOOKKEEPERS,
  'payments.proposeWriteOff': BOOKKEEPERS,
  'payments.submitEvidence': OPERATORS,
} as const satisfies StaffRights;
