import { SEND_AGAIN_FROM_MS } from '../provider-calls/rules.ts';

/** Page of a workflow in the Temporal UI. A slash in the id is part of the id, not of the path. */
export const workflowUrl = (
  settings: { temporalUiUrl: string; temporalNamespace: string },
  workflowId: string,
): string =>
  `${settings.temporalUiUrl.replace(/\/$/, '')}/namespaces/${encodeURIComponent(settings.temporalNamespace)}/workflows/${encodeURIComponent(workflowId)}`;

/**
 * Unsettled transfers, refunds and payouts may be sent once more; other operations end by themselves or move no money.
 */
const SENT_AGAIN: readonly string[] = ['transfer', 'refund', 'payout'];
export const maySendAgain = (op: { kind: string; state: string; claimed_at: Date }, now: Date): boolean =>
  SENT_AGAIN.includes(op.kind) &&
  (op.state === 'claimed' || op.state === 'unknown') &&
  now.getTime() - op.claimed_at.getTime() >= SEND_AGAIN_FROM_MS;

/** Mails, notices and notifications are kept this long, sent or given up. */
export const MAIL_RETENTION_DAYS = 365;
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
