/**
 * Years that a line of the audit log is kept. What concerns agreements, money and decisions about them: ten, the
 * longest that commercial and tax law of the countries we serve require for books and their vouchers. The rest, who
 * signed in and what was changed in an account: two, enough to detect a break-in and make claims.
 */
export const AUDIT_YEARS = { money: 10, other: 2 } as const;
/** Prefixes of the actions of the second kind; an action that is not listed is kept as long as money. */
export const AUDIT_OF_ACCOUNTS = [
  'account',
  'application',
  'campaign',
  'creator',
  'documents',
  'help',
  'mail',
  'outbox',
  'privacy',
  'staff',
  'workflows',
] as const;

/** The same moment so many years earlier. */
export function yearsBefore(at: Date, years: number): Date {
  const before = new Date(at);
  before.setUTCFullYear(before.getUTCFullYear() - years);
  return before;
}
