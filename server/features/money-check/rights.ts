import type { StaffRights } from '../../core/staff.ts';
import { BOOKKEEPERS } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'moneyCheck.checkNow': BOOKKEEPERS,
  'moneyCheck.confirmLift': BOOKKEEPERS,
  'moneyCheck.proposeLift': BOOKKEEPERS,
  'moneyCheck.reconcileNow': BOOKKEEPERS,
} as const satisfies StaffRights;
