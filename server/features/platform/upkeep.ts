import type { SystemContext } from '../../context.ts';
import {
  deleteAuditLines,
  deleteCodes,
  deleteCommands,
  deleteEndedSessions,
  deleteMails,
  deleteNotices,
  deleteNotifications,
  deleteRequestKeysBefore,
  deleteWebhooks,
} from './queries/upkeep.ts';
import { AUDIT_OF_ACCOUNTS, AUDIT_YEARS, MAIL_RETENTION_DAYS, yearsBefore } from './rules.ts';

const DAY_MS = 24 * 3_600_000;
/** Longer than a repeated request, a late webhook or the analysis of a recent fault takes. */
const COMMAND_RETENTION_MS = 14 * DAY_MS;
/** Longer than the period of any limit on codes. */
const CODE_RETENTION_MS = 3 * DAY_MS;
const SESSION_RETENTION_MS = DAY_MS;
/** Longer than the provider repeats one, a payment is under way, or an analysis reads it. */
const WEBHOOK_RETENTION_MS = 90 * DAY_MS;
/** Longer than any deal that a mail or a notice could be about or be repeated for. */
const MAIL_RETENTION_MS = MAIL_RETENTION_DAYS * DAY_MS;
const BATCH = 2_000;

/**
 * Deletes rows that are not used any more: delivered signals, the starts of workflows of codes, spent or expired codes,
 * results of request keys, ended sessions, processed webhooks, mails and notices of the year before, and lines of the
 * audit log whose years are over. Starts of rows that last stay: they prove that a row has its workflow. Unsent rows
 * stay whatever their age. Returns how many rows went; one call takes a batch of each.
 */
export async function clearPast(ctx: SystemContext): Promise<number> {
  const { db } = ctx;
  const now = ctx.clock.now();
  const olderThan = (age: number) => ({ before: new Date(now.getTime() - age), limit: BATCH });
  const deleted = [
    await deleteCommands(db, olderThan(COMMAND_RETENTION_MS)),
    await deleteCodes(db, olderThan(CODE_RETENTION_MS)),
    await deleteRequestKeysBefore(db, olderThan(COMMAND_RETENTION_MS)),
    await deleteEndedSessions(db, olderThan(SESSION_RETENTION_MS)),
    await deleteWebhooks(db, olderThan(WEBHOOK_RETENTION_MS)),
    await deleteMails(db, olderThan(MAIL_RETENTION_MS)),
    await deleteNotices(db, olderThan(MAIL_RETENTION_MS)),
    await deleteNotifications(db, olderThan(MAIL_RETENTION_MS)),
    await deleteAuditLines(db, {
      money: yearsBefore(now, AUDIT_YEARS.money),
      other: yearsBefore(now, AUDIT_YEARS.other),
      ofAccounts: AUDIT_OF_ACCOUNTS,
      limit: BATCH,
    }),
  ];
  return deleted.reduce((sum, n) => sum + n, 0);
}
