import type { StaffRights } from '../../core/staff.ts';
import { BOOKKEEPERS } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'feeSchedules.propose': BOOKKEEPERS,
  'feeSchedules.confirm': BOOKKEEPERS,
} as const satisfies StaffRights;
