import type { ApprovalSpec } from '../../core/approvals.ts';
import { OPERATORS } from '../../core/staff-roles.ts';
import { RIGHTS } from './rights.ts';

export const APPROVALS = {
  // Trust proposes, Finance confirms: `disputes.decide` and `disputes.confirm` say who.
  dispute_decision: { roles: OPERATORS },
  milestone_termination: { roles: RIGHTS['disputes.confirmTermination'] },
} as const satisfies Record<string, ApprovalSpec>;
