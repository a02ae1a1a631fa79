import type { StaffRights } from '../../core/staff.ts';
import { TRUST } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'ads.remove': TRUST,
} as const satisfies StaffRights;
