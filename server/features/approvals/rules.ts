import type { StaffRole } from '../../context.ts';
import type { ApprovalSpec } from '../../core/approvals.ts';
import { APPROVALS } from '../approvals.gen.ts';
import type { ApprovalKind } from './schema.ts';

/** Whether the role proposes and confirms decisions of this kind. */
export const mayApprove = (role: StaffRole, kind: ApprovalKind): boolean => {
  const { roles }: ApprovalSpec = APPROVALS[kind];
  return roles.includes(role);
};

/** An unconfirmed proposal expires after this time: the facts it was based on may have changed. */
export const PROPOSAL_LIFE_MS = 48 * 3_600_000;
