import { withTx, type SystemContext } from '../../../context.ts';
import type { Payment, Settled } from '../../../integrations/stripe/provider.ts';
import { methodAtProvider } from '../../payment-methods/charging.ts';
import { refusedWith } from '../../provider-calls/provider-error.ts';
import { pageAtProvider } from '../checkout/page.ts';
import { namedPayment } from '../webhooks/queries.ts';
import type { PaymentRow } from '../queries/payments.ts';

/** The provider's state of one payment attempt. */
export type PaymentTruth =
  | { is: 'succeeded'; payment: Payment; chargeId: string; settled: Settled }
  /** A bank is processing it; nothing is secured yet. */
  | { is: 'processing'; paymentIntentId: string }
  | { is: 'failed'; code: string }
  /** The page can still be paid; `declined` is the last refusal the payer saw. */
  | { is: 'open'; declined: string | null }
  /** The page takes no money any more and none was taken. */
  | { is: 'gone' };

/** The provider has taken the money but not booked it yet; read it again shortly. */
export class NotBookedYet extends Error {
  override readonly name = 'NotBookedYet';
}

/**
 * Reads the current object from the provider: one call when a webhook named the payment, else by its page. An open page
 * past its end, or that is `over` before it, is closed first, so that "gone" follows from the provider's state and not from
 * our clock.
 */
export async function lookUp(ctx: SystemContext, found: PaymentRow, { over = false } = {}): Promise<PaymentTruth> {
  const row = over ? { ...found, expires_at: ctx.clock.now() } : found;
  if (row.method_id !== null) return bySavedMethod(ctx, row, row.method_id);
  const named =
    row.payment_intent_id ?? (await namedPayment(ctx.db, { milestoneId: row.milestone_id, paymentId: row.id }));
  if (named) {
    const truth = await byPayment(ctx, named);
    if (truth.is !== 'open') return truth;
    return byPage(ctx, row, truth.declined);
  }
  return byPage(ctx, row, row.failure_code);
}

/**
 * A charge of a saved method has no page: one that the bank refused has failed, and one that its payer does not confirm in
 * time is ended.
 */
async function bySavedMethod(ctx: SystemContext, row: PaymentRow, methodId: string): Promise<PaymentTruth> {
  const { payments } = ctx.integrations;
  const over = row.expires_at.getTime() <= ctx.clock.now().getTime();
  const { customerId } = await withTx(ctx, (tx) => methodAtProvider(tx, methodId));
  const named =
    row.payment_intent_id ??
    (await namedPayment(ctx.db, { milestoneId: row.milestone_id, paymentId: row.id })) ??
    (await payments.findPayment(row.op_id, customerId, new Date(row.created_at.getTime() - 60_000)))?.paymentIntentId;
  if (!named) return over ? { is: 'gone' } : { is: 'open', declined: null };
  let payment = await payments.retrievePayment(named);
  if (payment.status === 'requires_action' && over)
    payment = await payments.cancelPayment(named).catch(async (error: unknown) => {
      // Confirmed between the two calls.
      if (refusedWith(error, 'invalid')) return payments.retrievePayment(named);
      throw error;
    });
  if (payment.status === 'canceled') return { is: 'gone' };
  const truth = truthOf(payment);
  return truth.is === 'open' && payment.status === 'requires_payment_method'
    ? { is: 'failed', code: truth.declined ?? 'declined' }
    : truth;
}

const byPayment = async (ctx: SystemContext, paymentIntentId: string): Promise<PaymentTruth> =>
  truthOf(await ctx.integrations.payments.retrievePayment(paymentIntentId));

function truthOf(payment: Payment): PaymentTruth {
  const { paymentIntentId } = payment;
  switch (payment.status) {
    case 'succeeded':
      if (!payment.chargeId || payment.settled === null || !payment.balanceTransactionId)
        throw new NotBookedYet(paymentIntentId);
      return { is: 'succeeded', payment, chargeId: payment.chargeId, settled: payment.settled };
    case 'processing':
      return { is: 'processing', paymentIntentId };
    case 'canceled':
      return { is: 'failed', code: 'canceled' };
    default:
      return { is: 'open', declined: payment.failure ? (payment.failure.declineCode ?? payment.failure.code) : null };
  }
}

async function byPage(ctx: SystemContext, row: PaymentRow, declined: string | null): Promise<PaymentTruth> {
  const over = row.expires_at.getTime() <= ctx.clock.now().getTime();
  const page = await pageAtProvider(ctx.integrations.payments, row, { end: over });
  if (!page) return over ? { is: 'gone' } : { is: 'open', declined };
  if (page.status === 'open') return { is: 'open', declined };
  if (page.status === 'expired') return { is: 'gone' };
  if (!page.paymentIntentId) throw new NotBookedYet(page.sessionId);
  const truth = await byPayment(ctx, page.paymentIntentId);
  // A completed page whose payment requires another method: the bank refused afterwards.
  return truth.is === 'open' ? { is: 'failed', code: truth.declined ?? 'declined' } : truth;
}
