import type { ApprovalSpec } from '../../core/approvals.ts';
import { STAFF_RIGHTS } from '../../core/staff.ts';

export const APPROVALS = {
  lift_freeze: { roles: STAFF_RIGHTS['moneyCheck.confirmLift'] },
} as const satisfies Record<string, ApprovalSpec>;
