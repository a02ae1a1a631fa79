import { withTx, type ServiceContext, type SystemContext } from '../../../context.ts';
import type { Refund } from '../../../integrations/stripe/provider.ts';
import { restOfCharge } from '../../ledger/charges/rules.ts';
import { refundByBank, refundFailed, refundRefused, refundSent } from '../../ledger/rules.ts';
import { isPosted, postAll, type Post } from '../../ledger/service.ts';
import {
  closeFailedOperation,
  operationOf,
  reopenOperation,
  settleOperation,
} from '../../provider-calls/operations.ts';
import { movePaidPayment } from '../funding/queries.ts';
import { lockedMilestone, notifyParty } from '../milestone/moves.ts';
import type { MilestoneRow } from '../milestone/queries.ts';
import { appendEvent } from '../timeline/events.ts';
import { endRefund, endRepaidDebt } from './finish.ts';
import { chargeOf, copyReference, moveRefund, refundsOf, setUnknown, type RefundRow } from './queries.ts';
import { finishSettlement } from '../settlement/settle.ts';
import { endingOf, isOfDecision, refundOutcome, settlementOf, wasTaken } from './rules.ts';

/** The provider's answer, and the attempt it belongs to. */
export interface Answer {
  made: Refund;
  attempt: number;
}

/** Books the provider's answer, once for each attempt. What the provider has not taken from its balance stays in flight. */
export async function confirmRefund(
  tx: SystemContext,
  row: MilestoneRow,
  before: RefundRow,
  { made, attempt: answered }: Answer,
): Promise<void> {
  const current = (await refundsOf(tx.db, row.id)).find((r) => r.id === before.id);
  if (!current) return;
  const attempt = (await operationOf(tx, current.opId))?.attempt ?? 1;
  const outcome = refundOutcome(current.state, made, answered === attempt);
  if (outcome === 'ignored') return;
  const at = { contractId: row.contract_id, milestoneId: row.id };
  const sent: Post = {
    ...refundSent(current),
    opId: `${current.opId}:a${attempt}:sent`,
    ...at,
    providerRef: made.balanceTransactionId,
  };
  if (outcome === 'failed') {
    const left = wasTaken(made) || (await isPosted(tx, sent.opId));
    const type = left ? 'refund_came_back' : 'refund_refused';
    await moveRefund(tx.db, current, { to: 'failed', at: tx.clock.now(), providerId: made.refundId });
    await appendEvent(tx, { ...at, type, data: { amount: current.amount } });
    await notifyParty(tx, row, 'brand', type, `${current.id}:${attempt}`, { amountMinor: current.amount });
    await reopenOperation(tx, current.opId);
    await settleOperation(tx, current.opId, { state: 'failed', error: made.failureReason ?? made.status });
    if (!left) {
      await postAll(tx, [{ ...refundRefused(current), opId: `${current.opId}:a${attempt}:refused`, ...at }]);
      return;
    }
    await postAll(tx, [
      sent,
      {
        ...refundFailed(current),
        opId: `${current.opId}:a${attempt}:failed`,
        ...at,
        providerRef: made.failureBalanceTransactionId,
      },
    ]);
    return;
  }
  const finished = outcome === 'done';
  await moveRefund(tx.db, current, {
    to: outcome,
    at: tx.clock.now(),
    providerId: made.refundId,
  });
  await settleOperation(tx, current.opId, { state: 'done', providerId: made.refundId });
  if (finished) await finish(tx, row, current, before.state === 'unknown' ? null : 'provider');
  if (wasTaken(made)) await postAll(tx, [sent]);
}

/**
 * The charge cannot be refunded this way (disputed, refunded already, closed): the brand stays owed until an operator
 * decides on another way.
 */
export async function markRefundRefused(
  tx: SystemContext,
  row: MilestoneRow,
  { refundId, attempt }: { refundId: string; attempt: number },
  why: string,
): Promise<void> {
  const current = (await refundsOf(tx.db, row.id)).find((r) => r.id === refundId);
  const op = current && (await operationOf(tx, current.opId));
  // Another run may have received the refusal first, and a new attempt may have followed.
  if (
    !op ||
    op.attempt !== attempt ||
    current.state !== 'claimed' ||
    !(await moveRefund(tx.db, current, { to: 'failed', at: tx.clock.now() }))
  )
    return;
  const at = { contractId: row.contract_id, milestoneId: row.id };
  await settleOperation(tx, current.opId, { state: 'failed', error: why });
  await appendEvent(tx, { ...at, type: 'refund_refused', data: { amount: current.amount } });
  await notifyParty(tx, row, 'brand', 'refund_refused', `${current.id}:${op.attempt}`, { amountMinor: current.amount });
  await postAll(tx, [{ ...refundRefused(current), opId: `${current.opId}:a${op.attempt}:refused`, ...at }]);
}

/** An operator paid it from the platform's own bank account; what is left at the provider is the platform's now. */
export async function settleByBank(ctx: SystemContext, milestoneId: string, before: RefundRow): Promise<void> {
  await withTx(ctx, async (tx) => {
    const row = await lockedMilestone(tx, milestoneId);
    if (!(await moveRefund(tx.db, before, { to: 'by_bank', at: tx.clock.now() }))) return;
    await copyReference(tx.db, before.id);
    await closeFailedOperation(tx, before.opId);
    await finish(tx, row, before, 'bank');
    await postAll(tx, [
      { ...refundByBank(before), opId: `${before.opId}:by_bank`, contractId: row.contract_id, milestoneId: row.id },
    ]);
  });
}

/** Refunds that the provider did not make or that came back, without a decision of staff. */
export const unsentRefunds = async (ctx: SystemContext, milestoneId: string): Promise<RefundRow[]> =>
  (await refundsOf(ctx.db, milestoneId)).filter((r) => r.state === 'failed' && r.decision === null);

/**
 * A refund that did not go through is over: the brand has the sum from its card's bank, which took it. On the locked row.
 * False when another transaction was first.
 */
export async function settleByCardBank(tx: SystemContext, row: MilestoneRow, before: RefundRow): Promise<boolean> {
  if (!(await moveRefund(tx.db, before, { to: 'by_bank', at: tx.clock.now() }))) return false;
  await closeFailedOperation(tx, before.opId);
  await finish(tx, row, before, 'card_bank');
  return true;
}

/** `by`: who paid a refund that had come back; null when it had not come back. */
async function finish(
  tx: SystemContext,
  row: MilestoneRow,
  r: RefundRow,
  by: 'provider' | 'bank' | 'card_bank' | null,
): Promise<void> {
  const first =
    r.reason === 'debt_repaid'
      ? // What the brand had paid stays paid: its bank has taken the sum once more.
        by !== 'card_bank' && (await endRepaidDebt(tx, row, r))
      : isOfDecision(r) &&
        (await movePaidPayment(tx.db, { paymentId: r.paymentId, from: 'refunding', to: 'refunded' }));
  if (!first) {
    // The milestone has its end from the refund that was decided: it does not end again.
    if (!by) return;
    await appendEvent(tx, {
      contractId: row.contract_id,
      milestoneId: row.id,
      type: 'refund_made_good',
      data: { amount: r.amount, by },
    });
    // The caller notifies the brand of both sums.
    if (by !== 'card_bank')
      await notifyParty(tx, row, 'brand', 'refund_made_good', `${r.id}:${by}:${tx.clock.now().getTime()}`, {
        amountMinor: r.amount,
      });
    return;
  }
  if (r.reason === 'debt_repaid') return;
  const charge = await chargeOf(tx.db, r.paymentId);
  // What a settlement gives the creator is released as the parts are.
  const released =
    r.reason === 'late_payment' ? 0 : row.released_parts + (r.reason === 'settled' ? (row.settled_kept ?? 0) : 0);
  const { back } = settlementOf(restOfCharge(charge, released, row.currency), endingOf(row, r.reason), row.currency);
  if (r.reason === 'late_payment' && by !== 'card_bank')
    await notifyParty(tx, row, 'brand', 'payment_refunded_late', r.id, { amountMinor: r.amount });
  if (r.reason === 'settled') await finishSettlement(tx, row);
  const byBank = by === 'card_bank' ? back.total : back.total - r.amount;
  await endRefund(tx, row, { paymentId: r.paymentId, reason: r.reason, back, byBank });
}

/**
 * Marks a settled refund as unknown when the provider reports that it came back; the workflow reads it again. Returns
 * whether there is one.
 */
export const markRefundUnknown = (
  tx: ServiceContext,
  input: { milestoneId: string; providerId: string },
): Promise<boolean> => setUnknown(tx.db, input);
