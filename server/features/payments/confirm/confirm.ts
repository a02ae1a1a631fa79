import { withTx, type SystemContext } from '../../../context.ts';
import { failpoint } from '../../../failpoint.ts';
import { openCase } from '../../cases/service.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { extendFunding, movePayment } from '../../escrow/funding/payments.ts';
import { holdForPayment } from '../../escrow/milestone/holds.ts';
import { lockedMilestone, milestoneMove, notifyParty } from '../../escrow/milestone/moves.ts';
import { markUnknown, reopenClaim, settleOperation } from '../../provider-calls/operations.ts';
import { refund } from '../../escrow/refund/refund.ts';
import { providerFeePosting, suspenseIn } from '../../ledger/rules.ts';
import { postAll } from '../../ledger/service.ts';
import { lookUp, type PaymentTruth } from './look-up.ts';
import { pendingSuccess, settlePaymentEvents } from '../webhooks/queries.ts';
import { attemptsOf, paymentLocked, type PaymentRow } from '../queries/payments.ts';
import { openDecision } from '../suspense/queries.ts';
import { holdsMoney, isActive, MISMATCH, parkOp, PROCESSING_MS, wasReturned } from '../rules.ts';
import { arrival, secure, type Succeeded } from './secure.ts';
import { applyDecision } from '../suspense/suspense.ts';

type Milestone = Awaited<ReturnType<typeof lockedMilestone>>;

/** `late`: the milestone had ended and the refund is to be made. `summary` is a line of the workflow's timeline. */
type Confirmed = { outcome: 'late' } | { outcome: 'done'; summary: string };

const done = (summary: string): Confirmed => ({ outcome: 'done', summary });

/**
 * Reads a milestone's payment from the provider and books it: received money makes the milestone funded, late money is
 * refunded, an ended page makes the milestone payable again. Every step may be repeated; the provider's current object
 * decides, never a webhook's content.
 */
export async function confirmFunding(ctx: SystemContext, { milestoneId }: { milestoneId: string }): Promise<string> {
  const decided = await openDecision(ctx.db, milestoneId);
  if (decided) return applyDecision(ctx, milestoneId, decided);
  const row = await candidate(ctx, milestoneId);
  if (!row) return 'no payment under way';
  await failpoint('payment_intent.succeeded.claimed');
  const truth = await lookUp(ctx, row);
  await failpoint('payment_intent.succeeded.called');
  const confirmed = await withTx(ctx, async (tx): Promise<Confirmed> => {
    const milestone = await lockedMilestone(tx, milestoneId);
    const payment = await paymentLocked(tx.db, row.id);
    if (!payment || holdsMoney(payment.state) || wasReturned(payment)) return done('already confirmed');
    return apply(tx, milestone, payment, truth);
  });
  await failpoint('payment_intent.succeeded.stored');
  return confirmed.outcome === 'late' ? `paid too late: ${await refund(ctx, { milestoneId })}` : confirmed.summary;
}

/** The attempt to read: the one under way, else an abandoned one that a webhook reports as paid. */
async function candidate(ctx: SystemContext, milestoneId: string): Promise<PaymentRow | null> {
  const attempts = await attemptsOf(ctx.db, milestoneId);
  const active = attempts.findLast((p) => isActive(p.state));
  if (active) return active;
  for (const p of attempts.filter((a) => !holdsMoney(a.state) && !wasReturned(a)).reverse()) {
    if (await pendingSuccess(ctx.db, { milestoneId, paymentId: p.id })) return p;
  }
  return null;
}

async function apply(
  tx: SystemContext,
  milestone: Milestone,
  payment: PaymentRow,
  truth: PaymentTruth,
): Promise<Confirmed> {
  const now = tx.clock.now();
  switch (truth.is) {
    case 'open':
      if (truth.declined) {
        if (truth.declined !== payment.failure_code)
          await movePayment(tx, payment, { state: payment.state, failure_code: truth.declined });
        // Only the refusal is read: a webhook may report a payment since, which stays pending.
        await settlePaymentEvents(tx.db, {
          milestoneId: milestone.id,
          paymentId: payment.id,
          type: 'payment_intent.payment_failed',
          at: now,
        });
      }
      return done(truth.declined ? `not paid yet, last refusal: ${truth.declined}` : 'not paid yet');
    case 'processing':
      if (payment.state !== 'processing') {
        await movePayment(tx, payment, { state: 'processing', payment_intent_id: truth.paymentIntentId });
        await extendFunding(tx, milestone.id, new Date(now.getTime() + PROCESSING_MS));
      }
      await settlePaymentEvents(tx.db, { milestoneId: milestone.id, paymentId: payment.id, at: now });
      return done('the bank is processing the payment');
    case 'failed':
    case 'gone':
      return done(await giveUp(tx, milestone, payment, truth));
    case 'succeeded':
      await settlePaymentEvents(tx.db, { milestoneId: milestone.id, paymentId: payment.id, at: now });
      if (!isAsQuoted(payment, truth)) return done(await suspend(tx, milestone, payment, truth));
      return (await secure(tx, milestone, payment, truth, arrival(milestone, payment, truth))) === 'late'
        ? { outcome: 'late' }
        : done('funded');
  }
}

/**
 * The sum that was quoted, in a currency that reached the balance as it is: a converted sum is not booked as the quoted
 * one.
 */
const isAsQuoted = (payment: PaymentRow, { payment: taken, settled }: Succeeded): boolean =>
  taken.amountReceived === payment.total &&
  taken.currency === payment.currency &&
  settled.currency === payment.currency &&
  settled.amount === payment.total;

async function giveUp(
  tx: SystemContext,
  milestone: Milestone,
  payment: PaymentRow,
  truth: Extract<PaymentTruth, { is: 'failed' | 'gone' }>,
): Promise<string> {
  const code = truth.is === 'failed' ? truth.code : null;
  await movePayment(
    tx,
    payment,
    code ? { state: 'failed', failure_code: code, session_url: null } : { state: 'expired', session_url: null },
  );
  // The operation is still claimed when the answer with the page was lost.
  await settleOperation(tx, payment.op_id, { state: 'failed', error: code ?? 'expired' });
  await settlePaymentEvents(tx.db, { milestoneId: milestone.id, paymentId: payment.id, at: tx.clock.now() });
  if (milestone.state !== 'funding') return 'the payment page is closed';
  const moved = await milestoneMove(tx, milestone, 'abandonPayment', { deadline_at: milestone.funding_deadline_at });
  const data = { attempt: payment.attempt };
  await appendEvent(tx, {
    contractId: milestone.contract_id,
    milestoneId: milestone.id,
    ...(code ? { type: 'payment_failed', data: { ...data, code } } : { type: 'payment_expired', data }),
  });
  if (code) await notifyParty(tx, moved, 'brand', 'payment_failed', payment.id, { amountMinor: payment.total });
  return code ? `the payment failed: ${code}` : 'the payment was abandoned';
}

/**
 * The provider took another sum than was quoted, or in another currency: the money is parked, the milestone held, and
 * staff decide.
 */
async function suspend(
  tx: SystemContext,
  milestone: Milestone,
  payment: PaymentRow,
  truth: Succeeded,
): Promise<string> {
  const { amountReceived, currency, balanceTransactionId, paymentIntentId } = truth.payment;
  const { settled } = truth;
  const at = { contractId: milestone.contract_id, milestoneId: milestone.id };
  if (payment.state !== 'processing' || payment.failure_code !== MISMATCH) {
    const now = tx.clock.now();
    const dueAt = new Date(now.getTime() + PROCESSING_MS);
    await movePayment(tx, payment, {
      state: 'processing',
      failure_code: MISMATCH,
      payment_intent_id: paymentIntentId,
      charge_id: truth.chargeId,
    });
    await reopenClaim(tx, payment.op_id);
    await markUnknown(tx, payment.op_id, {
      code: MISMATCH,
      message: `${amountReceived} ${currency} received for ${payment.total} ${payment.currency}`,
    });
    await holdForPayment(tx, milestone.id, dueAt);
    await appendEvent(tx, { ...at, type: 'payment_suspended', data: { amount: payment.total } });
    await openCase(tx, {
      kind: 'suspense',
      key: payment.id,
      orgId: milestone.brand_org,
      ...at,
      paymentId: payment.id,
      dueAt,
      amount: amountReceived,
      currency,
      details: {
        quoted: payment.total,
        quoted_currency: payment.currency,
        received: amountReceived,
        received_currency: currency,
        settled: settled.amount,
        settled_currency: settled.currency,
      },
    });
  }
  // In a currency without accounts nothing can be booked; its case shows that.
  if (settled.currency) {
    await postAll(tx, [
      {
        ...suspenseIn(settled.currency, settled.amount),
        opId: parkOp(payment),
        ...at,
        providerRef: balanceTransactionId,
      },
      ...(settled.fee > 0
        ? [{ ...providerFeePosting(settled.currency, settled.fee), opId: `${payment.op_id}:fee`, ...at }]
        : []),
    ]);
  }
  return `held: ${amountReceived} ${currency} received, ${payment.total} ${payment.currency} quoted`;
}
