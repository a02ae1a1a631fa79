import type { SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import { PERMISSIONS } from '../orgs/rules.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { coolingEnd } from './cooling.ts';
import { accountOf, mailboxesOf, updateAccount } from './queries/accounts.ts';
import { OLD_MAILBOX_MS } from './rules.ts';

/**
 * Notifies those who manage the org's payouts that its bank account was exchanged, at their present mailbox and at one that their
 * account was moved away from lately, once for each change. The first bank account of an org changes nothing.
 */
export async function notifyBankChange(tx: SystemContext, orgId: string): Promise<void> {
  const row = await accountOf(tx.db, { orgId, lock: true });
  if (!row?.bank_changed_at || !row.bank_before || !row.bank_last4) return;
  if (row.bank_notified_at && row.bank_notified_at.getTime() >= row.bank_changed_at.getTime()) return;
  const now = tx.clock.now();
  const startsAt = (await coolingEnd(tx, row)) ?? now;
  const people = await mailboxesOf(tx.db, {
    orgId,
    roles: PERMISSIONS['payout.manage'],
    movedSince: new Date(now.getTime() - OLD_MAILBOX_MS),
  });
  for (const { userId, email } of people)
    await queueMail(tx, {
      kind: 'payout_bank_changed',
      to: email,
      userId,
      key: newId(now.getTime()),
      data: {
        bank: row.bank_last4,
        changedAt: row.bank_changed_at.toISOString(),
        startsAt: startsAt.toISOString(),
      },
    });
  await updateAccount(tx.db, orgId, { bank_notified_at: now });
}
