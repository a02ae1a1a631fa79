import type { StaffRights } from '../../core/staff.ts';
import { TRUST } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'suspensions.reinstate': TRUST,
  'suspensions.suspend': TRUST,
} as const satisfies StaffRights;
