import type { StaffRights } from '../../core/staff.ts';
import { OPERATORS } from '../../core/staff-roles.ts';

export const RIGHTS = {
  // Support closes the kinds of cases that are its own work (`closedBySupport`).
  'cases.close': OPERATORS,
} as const satisfies StaffRights;
