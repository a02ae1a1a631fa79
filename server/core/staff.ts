export type StaffRole = 'support' | 'finance' | 'trust' | 'super';

/** Roles that may act on money and accounts; support staff may only read. */
export const mayOperate = (role: StaffRole): boolean => role === 'finance' || role === 'trust' || role === 'super';
