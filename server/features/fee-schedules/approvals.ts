import type { ApprovalSpec } from '../../core/approvals.ts';
import { RIGHTS } from './rights.ts';

export const APPROVALS = {
  fee_schedule: { roles: RIGHTS['feeSchedules.confirm'] },
} as const satisfies Record<string, ApprovalSpec>;
