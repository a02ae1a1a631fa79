import type { StaffRights } from '../../core/staff.ts';
import { BOOKKEEPERS, OPERATORS } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'operations.confirmBankRefund': BOOKKEEPERS,
  'operations.decideRefund': OPERATORS,
  'operations.proposeBankRefund': BOOKKEEPERS,
  'operations.resolve': OPERATORS,
  'operations.sendAgain': OPERATORS,
} as const satisfies StaffRights;
