import type { SystemContext } from '../../../context.ts';
import { isProposed } from '../../approvals/service.ts';
import { lockedMilestone, notifyParty, readMilestone, signalEscrow } from '../../escrow/milestone/moves.ts';
import { isTerminal } from '../../escrow/milestone/rules.ts';
import { settleByCardBank, unsentRefunds } from '../../escrow/refund/confirm.ts';
import { lockTimeline } from '../../escrow/timeline/events.ts';
import { refundSetOff } from '../../ledger/contests/rules.ts';
import type { Post } from '../../ledger/service.ts';
import { closeIfSettled } from './debts.ts';
import { changeDebt, lockOwedOfPayment } from './queries.ts';
import { setOffShares } from './rules.ts';

/**
 * A sum that a card's bank took is owed once. A refund that did not go through is owed to the brand; where the brand owes as
 * much of the same payment, since its bank has taken the money for good, neither is owed any more. In the transaction of
 * whatever came last, the loss or the failure; returns the postings.
 */
export async function setOff(tx: SystemContext, milestoneId: string): Promise<Post[]> {
  const unsent = await unsentRefunds(tx, milestoneId);
  if (unsent.length === 0) return [];
  const { contract_id: contractId } = await lockedMilestone(tx, milestoneId);
  await lockTimeline(tx, contractId);
  const posts: Post[] = [];
  for (const { id, opId } of unsent) {
    // Staff have sent it from the platform's bank, and one of them has yet to confirm that. What is confirmed meanwhile is a
    // decision, which is read after it.
    if (await isProposed(tx, { kind: 'refund_by_bank', subject: opId })) continue;
    const refund = (await unsentRefunds(tx, milestoneId)).find((r) => r.id === id);
    if (!refund) continue;
    const shares = setOffShares(await lockOwedOfPayment(tx.db, refund.paymentId), refund.amount);
    if (shares.length === 0) continue;
    const row = await lockedMilestone(tx, milestoneId);
    if (!(await settleByCardBank(tx, row, refund))) continue;
    for (const { debt, amount } of shares) {
      await changeDebt(tx.db, debt.id, { paid: amount }, tx.clock.now());
      await closeIfSettled(tx, debt, amount, 'returned');
      posts.push({
        ...refundSetOff({ ...refund, amount }),
        opId: `${opId}:set_off:${debt.dispute_id}`,
        contractId,
        milestoneId,
      });
    }
    // Its workflow waited for a decision.
    if (!isTerminal(row.state)) await signalEscrow(tx, await readMilestone(tx, milestoneId), 'set_off');
    await notifyParty(tx, row, 'brand', 'refund_set_off', id, { amountMinor: refund.amount });
  }
  return posts;
}
