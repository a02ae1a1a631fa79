import type { ApprovalSpec } from '../../core/approvals.ts';

export const APPROVALS = {
  lift_freeze: { roles: ['finance', 'super'] },
} as const satisfies Record<string, ApprovalSpec>;
