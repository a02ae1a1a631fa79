import type { StaffRights } from '../../core/staff.ts';
import { BOOKKEEPERS, OPERATORS, TRUST } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'disputes.decide': TRUST,
  'disputes.confirm': BOOKKEEPERS,
  'disputes.proposeTermination': OPERATORS,
  'disputes.confirmTermination': OPERATORS,
} as const satisfies StaffRights;
