import { RIGHTS } from '../features/rights.gen.ts';

export type StaffRole = 'support' | 'finance' | 'trust' | 'super';

/**
 * Roles by the procedure of each mutation of staff, in `rights.ts` of its feature. The services enforce it, and the
 * screens offer an act to exactly these roles. All staff may read.
 */
export type StaffRights = Readonly<Record<string, readonly StaffRole[]>>;

export type StaffAct = keyof typeof RIGHTS;

export const staffMay = (role: StaffRole, act: StaffAct): boolean => RIGHTS[act].includes(role);

/**
 * Whom a refused staff member may ask: the roles besides the one that may do everything. `errors.auth.not_allowed_<context>`
 * names them.
 */
export const staffContext = (roles: readonly StaffRole[]): string =>
  roles.filter((role) => role !== 'super').join('_') || 'super';

/** What a refusal of a staff act says of it: the act, and who may do it. */
export const staffRefusal = (act: StaffAct): { action: StaffAct; context: string } => ({
  action: act,
  context: staffContext(RIGHTS[act]),
});
