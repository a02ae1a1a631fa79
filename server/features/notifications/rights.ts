import type { StaffRights } from '../../core/staff.ts';
import { OPERATORS } from '../../core/staff-roles.ts';

export const RIGHTS = {
  'notifications.retryMail': OPERATORS,
} as const satisfies StaffRights;
