import type { StaffRights } from '../../core/staff.ts';
import { BOOKKEEPERS, OPERATORS } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'approvals.refuse': BOOKKEEPERS,
  'approvals.withdraw': OPERATORS,
} as const satisfies StaffRights;
