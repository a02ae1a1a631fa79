import type { StaffRights } from '../../core/staff.ts';
import { OPERATORS } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'escrow.holdMilestone': OPERATORS,
} as const satisfies StaffRights;
