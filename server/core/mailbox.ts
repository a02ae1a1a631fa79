/** The normalized spelling of an address, by which mailboxes are counted and compared. */
export const mailboxOf = (email: string): string => email.trim().toLowerCase();
