import type { StaffRights } from '../../core/staff.ts';
import { TRUST } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'brands.confirmTransfer': TRUST,
  'brands.proposeTransfer': TRUST,
} as const satisfies StaffRights;
