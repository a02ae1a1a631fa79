import { withTx, type OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { requireRight } from '../../../guards.ts';
import { audit } from '../../audit/audit.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { movePayment } from '../../escrow/funding/payments.ts';
import { milestoneMove, readMilestone, signalEscrow } from '../../escrow/milestone/moves.ts';
import { settleOperation } from '../../provider-calls/operations.ts';
import { asProviderError, refusedWith } from '../../provider-calls/provider-error.ts';
import { partiesOf, partyIn } from '../../orgs/service.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import { paymentOf, type PaymentRow } from '../queries/payments.ts';
import { paymentKey } from '../rules.ts';
import { receiptOf } from '../../documents/service.ts';
import type { PaymentStatus } from '../schema.ts';
import { fundable } from './quote.ts';

async function statusOf(tx: OrgContext, payment: PaymentRow, shownAs = payment.state): Promise<PaymentStatus> {
  const row = await readMilestone(tx, payment.milestone_id);
  const parties = await partiesOf(tx, [row.creator_org]);
  const receipt = await receiptOf(tx, { milestoneId: row.id, paymentId: payment.id });
  return {
    paymentId: payment.id,
    state: shownAs,
    failureCode: payment.failure_code,
    contractId: payment.contract_id,
    milestoneId: row.id,
    milestoneTitle: row.title,
    milestoneState: row.state,
    creator: partyIn(parties, row.creator_org),
    currency: payment.currency,
    price: payment.price,
    fee: payment.fee,
    tax: payment.tax,
    total: payment.total,
    cardBrand: payment.card_brand,
    cardLast4: payment.card_last4,
    url: payment.state === 'open' ? payment.session_url : null,
    paidAt: payment.paid_at,
    dueAt: row.due_at,
    reviewWindow: row.terms.clocks.review,
    holdExpiresAt: row.hold_expires_at,
    receipt,
  };
}

async function ownPayment(ctx: OrgContext, paymentId: string): Promise<PaymentRow> {
  const found = await withTx(ctx, (tx) => paymentOf(tx.db, { paymentId, brandOrg: ctx.actor.orgId }));
  if (!found) throw new AppError('payment.not_found');
  return found;
}

/**
 * Status of a payment. While its state is `open` the provider's page is read; the workflow confirms a payment found
 * there.
 */
export async function status(ctx: OrgContext, input: { paymentId: string }): Promise<PaymentStatus> {
  const payment = await ownPayment(ctx, input.paymentId);
  const outcome =
    payment.state === 'open' && payment.session_id !== null ? await outcomeOf(ctx, payment.session_id) : null;
  return withTx(ctx, async (tx) => {
    if (outcome)
      await signalWorkflow(tx, 'escrowLifecycle', payment.milestone_id, 'payment', paymentKey(payment.id, outcome));
    return statusOf(tx, payment, outcome ? 'processing' : payment.state);
  });
}

/**
 * The outcome of a completed page, named as the payment's own events; null while it is open or the provider does not
 * answer.
 */
async function outcomeOf(ctx: OrgContext, sessionId: string): Promise<'succeeded' | 'processing' | null> {
  try {
    const page = await ctx.integrations.payments.retrieveCheckout(sessionId);
    if (page.status !== 'complete') return null;
    return page.paymentStatus === 'unpaid' ? 'processing' : 'succeeded';
  } catch (error) {
    if (asProviderError(error)) return null;
    throw error;
  }
}

/**
 * Closes the hosted page, so that the milestone can be paid another way. When the payer was faster the result is
 * `processing` and the workflow confirms the money. Throws payment.provider_unavailable.
 */
export async function cancelPayment(ctx: OrgContext, input: { paymentId: string }): Promise<PaymentStatus> {
  requireRight(ctx, 'escrow.fund');
  const payment = await ownPayment(ctx, input.paymentId);
  if (payment.state !== 'open' && payment.state !== 'claimed') return withTx(ctx, (tx) => statusOf(tx, payment));
  if (!(await closePage(ctx, payment))) return status(ctx, input);
  return withTx(ctx, async (tx) => {
    const row = await fundable(tx, payment.milestone_id);
    const current = (await paymentOf(tx.db, { paymentId: payment.id, brandOrg: tx.actor.orgId })) ?? payment;
    if (
      (current.state === 'open' || current.state === 'claimed') &&
      row.state === 'funding' &&
      (await movePayment(tx, current, { state: 'expired', session_url: null }))
    ) {
      await settleOperation(tx, payment.op_id, { state: 'failed', error: 'cancelled' });
      const moved = await milestoneMove(tx, row, 'abandonPayment', { deadline_at: row.funding_deadline_at });
      await appendEvent(tx, {
        contractId: row.contract_id,
        milestoneId: row.id,
        type: 'payment_expired',
        data: { attempt: payment.attempt, cancelled: true },
      });
      await signalEscrow(tx, moved, 'payment_expired');
      await audit(tx, 'payment.cancelled', `payment:${payment.id}`, {});
    }
    return statusOf(tx, await ownPayment(tx, payment.id));
  });
}

/** True when the page takes no money any more, false when it was paid already, also between our two calls. */
async function closePage(ctx: OrgContext, payment: PaymentRow): Promise<boolean> {
  const { payments } = ctx.integrations;
  try {
    const sessionId =
      payment.session_id ??
      (await payments.findCheckout(payment.op_id, new Date(payment.created_at.getTime() - 60_000)))?.sessionId;
    if (!sessionId) return true;
    let page = await payments.retrieveCheckout(sessionId);
    if (page.status === 'open') {
      page = await payments.expireCheckout(sessionId).catch((error: unknown) => {
        if (refusedWith(error, 'invalid')) return payments.retrieveCheckout(sessionId);
        throw error;
      });
    }
    return page.status === 'expired';
  } catch (error) {
    if (!asProviderError(error)) throw error;
    throw new AppError('payment.provider_unavailable');
  }
}
