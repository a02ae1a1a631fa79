import type { ApprovalSpec } from '../../core/approvals.ts';
import { STAFF_RIGHTS } from '../../core/staff.ts';

export const APPROVALS = {
  refund_by_bank: { roles: STAFF_RIGHTS['operations.confirmBankRefund'] },
} as const satisfies Record<string, ApprovalSpec>;
