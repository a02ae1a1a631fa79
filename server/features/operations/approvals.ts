import type { ApprovalSpec } from '../../core/approvals.ts';
import { RIGHTS } from './rights.ts';

export const APPROVALS = {
  refund_by_bank: { roles: RIGHTS['operations.confirmBankRefund'] },
} as const satisfies Record<string, ApprovalSpec>;
