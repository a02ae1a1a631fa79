export type StaffRole = 'support' | 'finance' | 'trust' | 'super';

/** Roles that may act on money and accounts; support staff may only read. */
export const mayOperate = (role: StaffRole): boolean => role === 'finance' || role === 'trust' || role === 'super';

/** Who may put an org on hold, and lift the hold. */
export const maySuspend = (role: StaffRole): boolean => role === 'trust' || role === 'super';
