import type { ApprovalSpec } from '../../core/approvals.ts';
import { RIGHTS } from './rights.ts';

export const APPROVALS = {
  lift_freeze: { roles: RIGHTS['moneyCheck.confirmLift'] },
} as const satisfies Record<string, ApprovalSpec>;
