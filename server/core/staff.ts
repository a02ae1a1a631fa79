import { RIGHTS } from '../features/rights.gen.ts';

export type StaffRole = 'support' | 'finance' | 'trust' | 'super';

/**
 * Roles by the procedure of each mutation of staff, in `rights.ts` of its feature. The services enforce it, and the
 * screens offer an act to exactly these roles. All staff may read.
 */
export type StaffRights = Readonly<Record<string, readonly StaffRole[]>>;

export type StaffAct = keyof typeof RIGHTS;

export const staffMay = (role: StaffRole, act: StaffAct): boolean => RIGHTS[act].includes(role);
