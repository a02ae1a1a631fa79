import { ADDRESSES } from '../../../core/addresses.ts';
import { returnAddress, withTx, type OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { failpoint } from '../../../failpoint.ts';
import type { Payment } from '../../../integrations/stripe/provider.ts';
import { movePayment } from '../../escrow/funding/payments.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import { methodAtProvider } from '../../payment-methods/charging.ts';
import { claimAgain, markUnknown, settleOperation } from '../../provider-calls/operations.ts';
import {
  answeredServerError,
  asProviderError,
  orUnavailable,
  refusedWith,
} from '../../provider-calls/provider-error.ts';
import { keyExpiryOf, looksFirst } from '../../provider-calls/rules.ts';
import { sumOf } from '../lines/rules.ts';
import { paymentById, type PaymentRow } from '../queries/payments.ts';
import { paymentKey } from '../rules.ts';
import { abandonClaim, type ClaimedPayment } from './checkout.ts';
import { KEY_IN_USE } from './page.ts';

/** `offSession`: no person is there to confirm it with the bank. */
interface How {
  offSession: boolean;
}

const searchFrom = (claimed: ClaimedPayment): Date => new Date(claimed.lines[0]!.created_at.getTime() - 60_000);

/**
 * Charges the saved method of a claimed payment and notes what the provider answered; repeated, it finds the charge that
 * exists. Returns where the payer goes on: the bank's page, or the result. Throws payment.declined with the bank's code,
 * and payment.provider_unavailable when the provider gives no answer; the claim then stays and the next try goes on with it.
 */
export async function chargeSaved(ctx: OrgContext, claimed: ClaimedPayment, how: How): Promise<string> {
  const payment = claimed.lines[0]!;
  const made = await chargeOrFind(ctx, claimed, how);
  await failpoint('checkout.called');
  const result = returnAddress(ctx, ADDRESSES.paymentResult(payment.id));
  const noted = await withTx(ctx, async (tx) => {
    const swapped = await movePayment(tx, payment, {
      state: 'open',
      payment_intent_id: made.paymentIntentId,
      session_url: made.nextUrl,
    });
    if (!swapped) return false;
    for (const line of claimed.lines.slice(1))
      await movePayment(tx, line, { state: 'open', session_url: made.nextUrl });
    await settleOperation(tx, payment.op_id, { state: 'done', providerId: made.paymentIntentId });
    if (made.status !== 'requires_action')
      await signalWorkflow(tx, 'escrowLifecycle', payment.milestone_id, 'payment', paymentKey(payment.id, made.status));
    return true;
  });
  if (noted) return made.nextUrl ?? result;
  const now = await withTx(ctx, (tx) => paymentById(tx.db, payment.id));
  // Its webhook was faster than our answer.
  if (now && ['open', 'processing', 'paid'].includes(now.state)) return made.nextUrl ?? result;
  // Given up meanwhile: a payment without a claim must not take money.
  await ctx.integrations.payments.cancelPayment(made.paymentIntentId).catch(() => null);
  throw new AppError('state.changed');
}

async function chargeOrFind(ctx: OrgContext, claimed: ClaimedPayment, how: How, attempt = 1): Promise<Payment> {
  const { lines, operation } = claimed;
  const payment = lines[0]!;
  const { payments } = ctx.integrations;
  const method = await withTx(ctx, (tx) => methodAtProvider(tx, payment.method_id!));
  try {
    // Also once the provider may have deleted the key: the same call would charge the method again.
    if (looksFirst(operation, keyExpiryOf(operation, ctx.clock.now(), null) !== null)) {
      const found = await payments.findPayment(payment.op_id, method.customerId, searchFrom(claimed));
      if (found && found.status !== 'requires_payment_method') return found;
    }
    return await payments.chargeMethod({
      ...method,
      ...how,
      opId: payment.op_id,
      idempotencyKey: operation.idempotency_key,
      currency: payment.currency,
      amount: sumOf(lines).total,
      returnUrl: returnAddress(ctx, ADDRESSES.paymentResult(payment.id)),
      transferGroup: payment.contract_id,
      metadata: { milestone_id: payment.milestone_id, payment_id: payment.id, contract_id: payment.contract_id },
    });
  } catch (error) {
    const refused = asProviderError(error);
    if (!refused) throw error;
    // A second click during the first call.
    if (refused.kind === 'conflict' && attempt < KEY_IN_USE.tries) {
      await new Promise((resolve) => setTimeout(resolve, KEY_IN_USE.waitMs));
      return chargeOrFind(ctx, claimed, how, attempt + 1);
    }
    ctx.integrations.log.warn(
      { op: payment.op_id, code: refused.code, kind: refused.kind },
      'the provider refused a saved payment method',
    );
    if (refused.kind === 'declined' || refused.kind === 'invalid') {
      const code = refused.declineCode ?? refused.code;
      await withTx(ctx, (tx) => abandonClaim(tx, payment.id, code));
      throw new AppError('payment.declined', { reason: code });
    }
    if (!refused.provenNotCreated) {
      await withTx(ctx, (tx) => markUnknown(tx, payment.op_id, refused));
      // Under a key that a request with other parameters had used: that request has ended, and may have charged. A person who was
      // there began it, and it is carried on without one.
      const ended = answeredServerError(refused) || refused.kind === 'idempotency';
      const found = ended ? await lookUpCharge(ctx, claimed, method.customerId) : null;
      if (found) return found;
    }
    throw new AppError('payment.provider_unavailable');
  }
}

/** Once the request has ended: the charge, or null once a new key is claimed since it is proven absent. */
async function lookUpCharge(ctx: OrgContext, claimed: ClaimedPayment, customerId: string): Promise<Payment | null> {
  try {
    const { op_id: opId } = claimed.lines[0]!;
    const found = await ctx.integrations.payments.findPayment(opId, customerId, searchFrom(claimed));
    if (!found) await withTx(ctx, (tx) => claimAgain(tx, { ...claimed.operation, state: 'unknown' }));
    return found;
  } catch (error) {
    if (asProviderError(error)) return null;
    throw error;
  }
}

/** Ends a charge that waits for its payer, or for its answer. False when the money was taken already. */
export async function endCharge(ctx: OrgContext, payment: PaymentRow, methodId: string): Promise<boolean> {
  const { payments } = ctx.integrations;
  const { customerId } = await withTx(ctx, (tx) => methodAtProvider(tx, methodId));
  return orUnavailable(async () => {
    const id =
      payment.payment_intent_id ??
      (await payments.findPayment(payment.op_id, customerId, new Date(payment.created_at.getTime() - 60_000)))
        ?.paymentIntentId;
    if (!id) return true;
    const seen = await payments.cancelPayment(id).catch((error: unknown) => {
      if (refusedWith(error, 'invalid')) return payments.retrievePayment(id);
      throw error;
    });
    return seen.status !== 'succeeded' && seen.status !== 'processing';
  });
}
