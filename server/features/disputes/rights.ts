import type { StaffRights } from '../../core/staff.ts';
import { BOOKKEEPERS, TRUST } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'disputes.decide': TRUST,
  'disputes.confirm': BOOKKEEPERS,
} as const satisfies StaffRights;
