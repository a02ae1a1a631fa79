import { withTx, type SystemContext } from '../../context.ts';
import { appendEvent } from '../escrow/events.ts';
import { lockedMilestone, milestoneMove, tell, tellBoth } from '../escrow/moves.ts';
import { markUnknown, settleOperation } from '../escrow/operations.ts';
import { decideRefund, refund } from '../escrow/refund.ts';
import { deadlines, holdEnd } from '../escrow/rules.ts';
import { booksOf } from '../escrow/settling.ts';
import { fundedPosting, providerFeePosting, suspenseIn } from '../ledger/rules.ts';
import { postAll, type Post } from '../ledger/service.ts';
import { buyerOf, issueDocument, type NewDocument } from './documents.ts';
import { lookUp, type PaymentTruth } from './look-up.ts';
import { pendingSuccess, settlePaymentEvents } from './event-store.ts';
import { attemptsOf, extendDeadline, holdMilestone, paymentLocked, swapPayment, type PaymentRow } from './queries.ts';
import { holdsMoney, isActive, PROCESSING_MS } from './rules.ts';

type Milestone = Awaited<ReturnType<typeof lockedMilestone>>;
type Succeeded = Extract<PaymentTruth, { is: 'succeeded' }>;

/**
 * Finds out what became of a milestone's payment and books it: money that is there makes the milestone funded, money that
 * came too late goes back, an ended page makes the milestone payable again. Every step may be repeated; the provider's
 * current object decides, never a webhook's content. Answers what it came to, for the workflow's timeline.
 */
export async function confirmFunding(ctx: SystemContext, { milestoneId }: { milestoneId: string }): Promise<string> {
  const row = await candidate(ctx, milestoneId);
  if (!row) return 'no payment under way';
  const truth = await lookUp(ctx, row);
  const said = await withTx(ctx, async (tx) => {
    const milestone = await lockedMilestone(tx, milestoneId);
    const payment = await paymentLocked(tx.db, row.id);
    if (!payment || holdsMoney(payment.state)) return 'already confirmed';
    return apply(tx, milestone, payment, truth);
  });
  return said === LATE ? refund(ctx, { milestoneId }).then((done) => `paid too late: ${done}`) : said;
}

const LATE = 'late';

/** The attempt to look at: the one under way, else one that was given up and is said to have been paid after all. */
async function candidate(ctx: SystemContext, milestoneId: string): Promise<PaymentRow | null> {
  const attempts = await attemptsOf(ctx.db, milestoneId);
  const active = attempts.findLast((p) => isActive(p.state));
  if (active) return active;
  for (const p of attempts.filter((a) => !holdsMoney(a.state)).reverse()) {
    if (await pendingSuccess(ctx.db, { milestoneId, paymentId: p.id })) return p;
  }
  return null;
}

async function apply(tx: SystemContext, milestone: Milestone, payment: PaymentRow, truth: PaymentTruth): Promise<string> {
  const now = tx.clock.now();
  switch (truth.is) {
    case 'open':
      if (truth.declined) {
        if (truth.declined !== payment.failure_code) await swapPayment(tx.db, payment, { state: payment.state, failure_code: truth.declined });
        // The refusal is read; that it was paid after all may have been said since, and is still to be.
        await settlePaymentEvents(tx.db, { milestoneId: milestone.id, paymentId: payment.id, type: 'payment_intent.payment_failed', at: now });
      }
      return truth.declined ? `not paid yet, last refusal: ${truth.declined}` : 'not paid yet';
    case 'processing':
      if (payment.state !== 'processing') {
        await swapPayment(tx.db, payment, { state: 'processing', payment_intent_id: truth.paymentIntentId });
        await extendDeadline(tx.db, { milestoneId: milestone.id, deadlineAt: new Date(now.getTime() + PROCESSING_MS), at: now });
      }
      await settlePaymentEvents(tx.db, { milestoneId: milestone.id, paymentId: payment.id, at: now });
      return 'the bank is processing the payment';
    case 'failed':
    case 'gone':
      return giveUp(tx, milestone, payment, truth);
    case 'succeeded':
      await settlePaymentEvents(tx.db, { milestoneId: milestone.id, paymentId: payment.id, at: now });
      if (truth.payment.amountReceived !== payment.total || truth.payment.currency !== payment.currency) return suspend(tx, milestone, payment, truth);
      return secure(tx, milestone, payment, truth);
  }
}

async function giveUp(tx: SystemContext, milestone: Milestone, payment: PaymentRow, truth: Extract<PaymentTruth, { is: 'failed' | 'gone' }>): Promise<string> {
  const code = truth.is === 'failed' ? truth.code : null;
  await swapPayment(tx.db, payment, code ? { state: 'failed', failure_code: code, session_url: null } : { state: 'expired', session_url: null });
  // Still claimed when the page's answer never reached us.
  await settleOperation(tx, payment.op_id, { state: 'failed', error: code ?? 'expired' });
  await settlePaymentEvents(tx.db, { milestoneId: milestone.id, paymentId: payment.id, at: tx.clock.now() });
  if (milestone.state !== 'funding') return 'the payment page is closed';
  const moved = await milestoneMove(tx, milestone, 'abandonPayment', { deadline_at: milestone.funding_deadline_at });
  const data = { attempt: payment.attempt };
  await appendEvent(tx, {
    contractId: milestone.contract_id, milestoneId: milestone.id, ...(code ? { type: 'payment_failed', data: { ...data, code } } : { type: 'payment_expired', data }),
  });
  if (code) await tell(tx, moved, 'brand', 'payment_failed', payment.id, { amountMinor: payment.total });
  return code ? `the payment failed: ${code}` : 'the payment was abandoned';
}

/** P1 and P1f. */
function arrival(milestone: Milestone, payment: PaymentRow, truth: Succeeded): Post[] {
  const at = { contractId: milestone.contract_id, milestoneId: milestone.id };
  const posts: Post[] = [{ ...fundedPosting(booksOf(milestone, payment.tax_country), payment), opId: payment.op_id, ...at, providerRef: truth.payment.balanceTransactionId }];
  if (truth.fee > 0) posts.push({ ...providerFeePosting(payment.currency, truth.fee), opId: `${payment.op_id}:fee`, ...at });
  return posts;
}

async function secure(tx: SystemContext, milestone: Milestone, payment: PaymentRow, truth: Succeeded): Promise<string> {
  const now = tx.clock.now();
  await swapPayment(tx.db, payment, {
    state: 'paid', payment_intent_id: truth.payment.paymentIntentId, charge_id: truth.chargeId, provider_fee: truth.fee, paid_at: now, session_url: null, failure_code: null,
    ...(truth.payment.card ? { card_brand: truth.payment.card.brand, card_last4: truth.payment.card.last4 } : {}),
  });
  // Paid on a page whose address reached the payer and not us.
  await settleOperation(tx, payment.op_id, { state: 'done', providerId: payment.session_id });
  const posts = arrival(milestone, payment, truth);
  if (milestone.state !== 'funding' && milestone.state !== 'awaiting_funding') {
    const { posts: back } = await decideRefund(tx, milestone, { ...payment, state: 'paid', charge_id: truth.chargeId }, 'late_payment');
    await appendEvent(tx, { contractId: milestone.contract_id, milestoneId: milestone.id, type: 'late_payment_refunded', data: { amount: payment.price }, change: { refunded: payment.price } });
    // What was charged is receipted and then credited in full; no service began, so no fee is invoiced.
    await issueDocument(tx, { ...(await paperOf(tx, milestone, payment, truth, { reason: 'late_payment' })), kind: 'receipt', amount: payment.total });
    await postAll(tx, [...posts, ...back]);
    return LATE;
  }
  const moved = await milestoneMove(tx, milestone, 'secure', {
    funded_at: now, deadline_at: deadlines.funded(milestone.due_at, now, milestone.terms.clocks), hold_expires_at: holdEnd(now),
  });
  await appendEvent(tx, { contractId: milestone.contract_id, milestoneId: milestone.id, type: 'funded', data: { amount: payment.price }, change: { held: payment.price } });
  await tellBoth(tx, moved, 'milestone_funded', payment.id, { deadlineAt: milestone.due_at.toISOString() });
  const { fee, tax } = payment;
  const paper = await paperOf(tx, milestone, payment, truth);
  await issueDocument(tx, { ...paper, kind: 'receipt', amount: payment.total });
  if (fee > 0) await issueDocument(tx, { ...paper, kind: 'fee_invoice', amount: fee + tax });
  await postAll(tx, posts);
  return 'funded';
}

/** What the papers about a payment say. */
async function paperOf(tx: SystemContext, milestone: Milestone, payment: PaymentRow, truth: Succeeded, more: NewDocument['data'] = {}): Promise<Omit<NewDocument, 'kind' | 'amount'>> {
  return {
    orgId: milestone.brand_org, currency: payment.currency, contractId: milestone.contract_id, milestoneId: milestone.id,
    data: {
      deal: milestone.contract_title, milestone: milestone.title, seller: milestone.creator_name, paymentId: payment.id, price: payment.price, fee: payment.fee, tax: payment.tax,
      feeBps: milestone.fee_bps, taxBps: payment.tax_bps, taxCountry: payment.tax_country, card: truth.payment.card?.last4 ?? null, ...more,
      ...(await buyerOf(tx, milestone.brand_org, milestone.brand_name)),
    },
  };
}

/** The provider took another amount than was quoted: the money is parked, the milestone held, a person looks. */
async function suspend(tx: SystemContext, milestone: Milestone, payment: PaymentRow, truth: Succeeded): Promise<string> {
  const { amountReceived, currency, balanceTransactionId, paymentIntentId } = truth.payment;
  if (payment.state !== 'processing' || payment.failure_code !== 'amount_mismatch') {
    await swapPayment(tx.db, payment, { state: 'processing', failure_code: 'amount_mismatch', payment_intent_id: paymentIntentId, charge_id: truth.chargeId });
    await tx.db.updateTable('operations').set({ state: 'claimed', settled_at: null }).where('op_id', '=', payment.op_id).execute();
    await markUnknown(tx, payment.op_id, { code: 'amount_mismatch', message: `${amountReceived} ${currency} received for ${payment.total} ${payment.currency}` });
    await holdMilestone(tx.db, { milestoneId: milestone.id, hold: 'recon_drift', at: tx.clock.now(), deadlineAt: new Date(tx.clock.now().getTime() + PROCESSING_MS) });
  }
  const at = { contractId: milestone.contract_id, milestoneId: milestone.id };
  await postAll(tx, [
    { ...suspenseIn(currency, amountReceived), opId: `${payment.op_id}:suspense`, ...at, providerRef: balanceTransactionId },
    ...(truth.fee > 0 ? [{ ...providerFeePosting(currency, truth.fee), opId: `${payment.op_id}:fee`, ...at }] : []),
  ]);
  return `held: ${amountReceived} ${currency} received, ${payment.total} ${payment.currency} quoted`;
}
