import type { StaffRights } from '../../core/staff.ts';
import { BOOKKEEPERS } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'approvals.refuse': BOOKKEEPERS,
  'approvals.withdraw': BOOKKEEPERS,
} as const satisfies StaffRights;
