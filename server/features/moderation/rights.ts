import type { StaffRights } from '../../core/staff.ts';
import { TRUST } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'moderation.release': TRUST,
  'moderation.remove': TRUST,
} as const satisfies StaffRights;
