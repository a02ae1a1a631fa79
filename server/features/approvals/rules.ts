import type { StaffRole } from '../../context.ts';
import type { ApprovalKind } from './schema.ts';

/** Which roles propose and confirm a decision of each kind. */
const ROLES: Record<ApprovalKind, readonly StaffRole[]> = {
  suspense: ['finance', 'super'],
  lift_freeze: ['finance', 'super'],
  refund_by_bank: ['finance', 'super'],
  parked_money: ['finance', 'super'],
};

export const mayApprove = (role: StaffRole, kind: ApprovalKind): boolean => ROLES[kind].includes(role);

/** An unconfirmed proposal expires after this time: the facts it was based on may have changed. */
export const PROPOSAL_LIFE_MS = 72 * 3_600_000;
