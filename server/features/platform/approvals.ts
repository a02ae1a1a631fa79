import type { ApprovalSpec } from '../../core/approvals.ts';

export const APPROVALS = {
  refund_by_bank: { roles: ['finance', 'super'] },
} as const satisfies Record<string, ApprovalSpec>;
