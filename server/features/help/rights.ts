import type { StaffRights } from '../../core/staff.ts';
import { ALL_STAFF } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'help.answer': ALL_STAFF,
} as const satisfies StaffRights;
