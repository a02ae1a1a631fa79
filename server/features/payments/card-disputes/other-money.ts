import type { SystemContext } from '../../../context.ts';
import { notifyParty } from '../../escrow/milestone/moves.ts';
import type { Post } from '../../ledger/service.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import type { Milestone } from '../lines/lines.ts';
import { bookLoss } from './guarantee.ts';
import type { ChangedDispute } from './milestone.ts';
import { saveDispute } from './queries.ts';
import { isNewDispute, owedByBrand } from './rules.ts';

/*
 * A dispute of a payment that does not fund its milestone: it is in suspense, came too late, or has gone back. The milestone
 * goes on, with the money of another payment or without any, and its creator has no part in it.
 */

/**
 * The brand is notified, and a refund of the payment waits until its bank has decided. What the bank keeps of money that the
 * platform sent back as well is owed; of suspended money nothing is. Returns the postings.
 */
export async function applyToOther(
  tx: SystemContext,
  milestone: Milestone,
  { before, row }: ChangedDispute,
): Promise<Post[]> {
  const step = `${row.id}:${tx.clock.now().getTime()}`;
  const amount = { amountMinor: row.amount, currency: row.currency };
  if (isNewDispute(before, row) && row.state !== 'won')
    await notifyParty(tx, milestone, 'brand', 'payment_disputed', step, amount);
  if (row.suspended) return [];
  if (before?.state === 'open' && row.state !== 'open')
    await signalWorkflow(tx, 'escrowLifecycle', milestone.id, 'refund', `dispute:${step}`);
  if (row.state !== 'lost' || !owedByBrand(row, [])) return [];
  // One that is lost with its first event is read with what its brand owes.
  if (!before) await saveDispute(tx.db, row, tx.clock.now());
  return bookLoss(tx, row);
}
