import type { StaffRights } from '../../core/staff.ts';
import { BOOKKEEPERS } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'taxProfiles.report': BOOKKEEPERS,
} as const satisfies StaffRights;
