import type { ApprovalSpec } from '../../core/approvals.ts';

export const APPROVALS = {
  suspense: { roles: ['finance', 'super'] },
  parked_money: { roles: ['finance', 'super'] },
} as const satisfies Record<string, ApprovalSpec>;
