import type { StaffRole } from './staff.ts';

/**
 * A kind of decision that two staff members take together, in `approvals.ts` of the feature that applies it; its name is
 * in `platform.json` (`approval.kinds`) of each language.
 */
export interface ApprovalSpec {
  /** Roles that propose and confirm it. */
  roles: readonly StaffRole[];
}
