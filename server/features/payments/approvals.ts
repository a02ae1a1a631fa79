import type { ApprovalSpec } from '../../core/approvals.ts';
import { RIGHTS } from './rights.ts';

export const APPROVALS = {
  suspense: { roles: RIGHTS['payments.confirmSuspense'] },
  debt_write_off: { roles: RIGHTS['payments.confirmWriteOff'] },
  parked_money: { roles: RIGHTS['payments.confirmParked'] },
} as const satisfies Record<string, ApprovalSpec>;
