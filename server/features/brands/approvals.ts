import type { ApprovalSpec } from '../../core/approvals.ts';
import { RIGHTS } from './rights.ts';

export const APPROVALS = {
  domain_transfer: { roles: RIGHTS['brands.confirmTransfer'] },
} as const satisfies Record<string, ApprovalSpec>;
