import { withTx, type OrgContext } from '../../../context.ts';
import { AppError } from '../../../core/errors.ts';
import { requireRight } from '../../../guards.ts';
import { audit } from '../../audit/audit.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { movePayment } from '../../escrow/funding/payments.ts';
import { milestoneMove, readMilestone, signalEscrow } from '../../escrow/milestone/moves.ts';
import { settleOperation } from '../../provider-calls/operations.ts';
import { asProviderError, orUnavailable } from '../../provider-calls/provider-error.ts';
import { partiesOf, partyIn } from '../../orgs/service.ts';
import { signalWorkflow } from '../../outbox/commands.ts';
import { lockedLines, type Line } from '../lines/lines.ts';
import { leadOf, sumOf } from '../lines/rules.ts';
import { linesOf, paymentOf, type PaymentRow } from '../queries/payments.ts';
import { paymentKey } from '../rules.ts';
import { receiptOf } from '../../documents/service.ts';
import { pageAtProvider } from './page.ts';
import { endCharge } from './saved.ts';
import type { PaymentLine, PaymentState, PaymentStatus } from '../schema.ts';

/** The rows of a payment by any of its lines, the first one first. Throws payment.not_found. */
async function ownLines(ctx: OrgContext, paymentId: string): Promise<PaymentRow[]> {
  return withTx(ctx, async (tx) => {
    const found = await paymentOf(tx.db, { paymentId, brandOrg: ctx.actor.orgId });
    if (!found) throw new AppError('payment.not_found');
    return linesOf(tx.db, leadOf(found));
  });
}

async function statusOf(
  tx: OrgContext,
  rows: readonly PaymentRow[],
  shownAs: PaymentState | null = null,
): Promise<PaymentStatus> {
  const lead = rows[0]!;
  const milestones: Awaited<ReturnType<typeof readMilestone>>[] = [];
  for (const { milestone_id } of rows) milestones.push(await readMilestone(tx, milestone_id));
  const parties = await partiesOf(
    tx,
    milestones.map((row) => row.creator_org),
  );
  const lines = rows.map((payment, i): PaymentLine => {
    const row = milestones[i]!;
    return {
      milestoneId: row.id,
      contractId: row.contract_id,
      dealTitle: row.contract_title,
      milestoneTitle: row.title,
      milestoneState: row.state,
      state: shownAs ?? payment.state,
      creator: partyIn(parties, row.creator_org),
      bonus: row.bonus,
      price: payment.price,
      fee: payment.fee,
      tax: payment.tax,
      total: payment.total,
      dueAt: row.due_at,
      reviewWindow: row.terms.clocks.review,
    };
  });
  const [row, first] = [milestones[0]!, lines[0]!];
  const receipt = await receiptOf(tx, { milestoneId: lead.milestone_id, paymentId: lead.id });
  return {
    paymentId: lead.id,
    state: first.state,
    failureCode: lead.failure_code,
    contractId: first.contractId,
    milestoneId: first.milestoneId,
    milestoneTitle: first.milestoneTitle,
    milestoneState: first.milestoneState,
    creator: first.creator,
    currency: lead.currency,
    ...sumOf(rows),
    cardBrand: lead.card_brand,
    cardLast4: lead.card_last4,
    url: lead.state === 'open' ? lead.session_url : null,
    paidAt: lead.paid_at,
    dueAt: first.dueAt,
    holdExpiresAt: row.hold_expires_at,
    receipt,
    lines,
  };
}

/**
 * Status of a payment. While its state is `open` the provider's page is read; the workflow confirms a payment found
 * there.
 */
export async function status(ctx: OrgContext, input: { paymentId: string }): Promise<PaymentStatus> {
  const rows = await ownLines(ctx, input.paymentId);
  const lead = rows[0]!;
  const outcome = lead.state === 'open' ? await outcomeOf(ctx, lead) : null;
  return withTx(ctx, async (tx) => {
    if (outcome)
      await signalWorkflow(tx, 'escrowLifecycle', lead.milestone_id, 'payment', paymentKey(lead.id, outcome));
    return statusOf(tx, rows, outcome ? 'processing' : null);
  });
}

/**
 * The outcome of a completed page or of a confirmed charge, named as the payment's own events; null while it is open or
 * the provider does not answer.
 */
async function outcomeOf(
  ctx: OrgContext,
  lead: Pick<PaymentRow, 'method_id' | 'payment_intent_id' | 'session_id'>,
): Promise<'succeeded' | 'processing' | 'payment_failed' | null> {
  const { payments } = ctx.integrations;
  try {
    if (lead.method_id !== null) {
      if (!lead.payment_intent_id) return null;
      const { status: now } = await payments.retrievePayment(lead.payment_intent_id);
      if (now === 'requires_payment_method') return 'payment_failed';
      return now === 'succeeded' || now === 'processing' ? now : null;
    }
    if (lead.session_id === null) return null;
    const page = await payments.retrieveCheckout(lead.session_id);
    if (page.status !== 'complete') return null;
    return page.paymentStatus === 'unpaid' ? 'processing' : 'succeeded';
  } catch (error) {
    if (asProviderError(error)) return null;
    throw error;
  }
}

/**
 * Closes the hosted page, so that the milestones can be paid another way. When the payer was faster the result is
 * `processing` and the workflow confirms the money. Throws payment.provider_unavailable.
 */
export async function cancelPayment(ctx: OrgContext, input: { paymentId: string }): Promise<PaymentStatus> {
  requireRight(ctx, 'escrow.fund');
  const rows = await ownLines(ctx, input.paymentId);
  const lead = rows[0]!;
  if (lead.state !== 'open' && lead.state !== 'claimed') return withTx(ctx, (tx) => statusOf(tx, rows));
  if (!(await closePage(ctx, lead))) return status(ctx, input);
  return withTx(ctx, async (tx) => {
    const lines = await lockedLines(tx, lead.id, tx.actor.orgId);
    if (lines && (lines.lead.state === 'open' || lines.lead.state === 'claimed')) {
      await settleOperation(tx, lead.op_id, { state: 'failed', error: 'cancelled' });
      for (const [i, line] of lines.all.entries()) await giveUp(tx, line, i + 1);
      await audit(tx, 'payment.cancelled', `payment:${lead.id}`, {});
    }
    return statusOf(tx, await linesOf(tx.db, lead.id));
  });
}

async function giveUp(tx: OrgContext, { payment, milestone }: Line, nth: number): Promise<void> {
  if (!(await movePayment(tx, payment, { state: 'expired', session_url: null }))) return;
  if (milestone.state !== 'funding') return;
  const moved = await milestoneMove(tx, milestone, 'abandonPayment', { deadline_at: milestone.funding_deadline_at });
  await appendEvent(tx, {
    contractId: milestone.contract_id,
    milestoneId: milestone.id,
    type: 'payment_expired',
    data: { attempt: payment.attempt, cancelled: true },
    nth,
  });
  await signalEscrow(tx, moved, 'payment_expired');
}

/** True when the page takes no money any more, false when it was paid already, also between our two calls. */
async function closePage(ctx: OrgContext, payment: PaymentRow): Promise<boolean> {
  if (payment.method_id !== null) return endCharge(ctx, payment, payment.method_id);
  const page = await orUnavailable(() => pageAtProvider(ctx.integrations.payments, payment, { end: true }));
  return page === null || page.status === 'expired';
}
