import type { StaffRole } from '../../context.ts';

/** Who may close a case; all staff read them. Help is support's own work. */
export const mayCloseCase = (role: StaffRole, kind: string): boolean => role !== 'support' || kind === 'help';

/** How a case ends that a staff member closed with a note; what closes it otherwise names its own outcome. */
export const CLOSED_BY_STAFF = 'closed_by_staff';
