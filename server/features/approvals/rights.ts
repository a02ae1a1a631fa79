import type { StaffRights } from '../../core/staff.ts';
import { OPERATORS } from '../../core/staff-roles.ts';

export const RIGHTS = {
  // Each kind of decision names its own roles besides (`approvals.ts`).
  'approvals.refuse': OPERATORS,
  'approvals.withdraw': OPERATORS,
} as const satisfies StaffRights;
