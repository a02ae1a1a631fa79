import type { SystemContext } from '../../../context.ts';
import { newId } from '../../../core/ids.ts';
import { PERMISSIONS } from '../../orgs/rules.ts';
import { queueMail } from '../../notifications/queue-mail.ts';
import { accountOf, mailboxesOf } from '../queries/accounts.ts';
import { OLD_MAILBOX_MS } from '../rules.ts';
import { payableBanks } from './cooling.ts';
import { noteNotified } from './queries.ts';
import { accountKey } from './rules.ts';

/**
 * Notifies those who manage the org's payouts that a bank account was exchanged, at their present mailbox and at one that their
 * account was moved away from lately, once for each change: of several currencies to one account in one mail.
 */
export async function notifyBankChange(tx: SystemContext, orgId: string): Promise<void> {
  // Two reads at once send it once.
  await accountOf(tx.db, { orgId, lock: true });
  const changed = [...(await payableBanks(tx, orgId)).values()].filter(
    ({ last4, changedAt, notifiedAt }) => last4 && changedAt && (!notifiedAt || notifiedAt < changedAt),
  );
  if (changed.length === 0) return;
  const now = tx.clock.now();
  const people = await mailboxesOf(tx.db, {
    orgId,
    roles: PERMISSIONS['payout.manage'],
    movedSince: new Date(now.getTime() - OLD_MAILBOX_MS),
  });
  const accounts = new Map(changed.map((bank) => [accountKey(bank), bank]));
  for (const { last4, changedAt, coolingUntil } of accounts.values())
    for (const { userId, email } of people)
      await queueMail(tx, {
        kind: 'payout_bank_changed',
        to: email,
        userId,
        key: newId(now.getTime()),
        data: {
          bank: last4 ?? '',
          changedAt: changedAt!.toISOString(),
          startsAt: (coolingUntil ?? now).toISOString(),
        },
      });
  await noteNotified(tx.db, orgId, now);
}
