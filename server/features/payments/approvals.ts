import type { ApprovalSpec } from '../../core/approvals.ts';
import { STAFF_RIGHTS } from '../../core/staff.ts';

export const APPROVALS = {
  suspense: { roles: STAFF_RIGHTS['payments.confirmSuspense'] },
  parked_money: { roles: STAFF_RIGHTS['payments.confirmParked'] },
} as const satisfies Record<string, ApprovalSpec>;
