import type { StaffRole } from './staff.ts';

/** Roles that do the same work; a feature names one of them for each of its acts (`rights.ts`). */
export const ALL_STAFF: readonly StaffRole[] = ['support', 'finance', 'trust', 'super'];
export const OPERATORS: readonly StaffRole[] = ['finance', 'trust', 'super'];
export const BOOKKEEPERS: readonly StaffRole[] = ['finance', 'super'];
export const TRUST: readonly StaffRole[] = ['trust', 'super'];
