import { RETENTION } from '../policies/rules.ts';

/** Years that a line of the audit log is kept. */
export const AUDIT_YEARS = { money: RETENTION.moneyYears, other: RETENTION.accountActYears } as const;
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
