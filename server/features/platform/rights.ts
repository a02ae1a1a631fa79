import type { StaffRights } from '../../core/staff.ts';
import { OPERATORS } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'platform.repairNow': OPERATORS,
} as const satisfies StaffRights;
