import type { StaffRights } from '../../core/staff.ts';
import { OPERATORS } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'outbox.retry': OPERATORS,
} as const satisfies StaffRights;
