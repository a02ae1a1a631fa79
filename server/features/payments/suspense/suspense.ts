import { withTx, type SystemContext } from '../../../context.ts';
import { durationMs } from '../../../core/clock.ts';
import type { Refund } from '../../../integrations/stripe/provider.ts';
import { closeCase, noteCase } from '../../cases/service.ts';
import { executeOperation } from '../../provider-calls/execute.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { movePayment } from '../../escrow/funding/payments.ts';
import { takeOffHold } from '../../escrow/milestone/holds.ts';
import { lockedMilestone, milestoneMove, notifyParty } from '../../escrow/milestone/moves.ts';
import { claimOperation, settleOperation } from '../../provider-calls/operations.ts';
import { asProviderError, refusedWith } from '../../provider-calls/provider-error.ts';
import { refundsStop } from '../../escrow/milestone/rules.ts';
import { booksOf } from '../../escrow/milestone/facts.ts';
import { acceptedPosting, providerFeePosting, suspenseDifference, suspenseOut } from '../../ledger/rules.ts';
import { postAll, surplusOf, type Post } from '../../ledger/service.ts';
import { isMoneyOutStopped } from '../../money-stops/service.ts';
import { lookUp, NotBookedYet } from '../confirm/look-up.ts';
import { endDecision, parkedBy, type SuspenseDecision } from './queries.ts';
import { paymentById, paymentLocked, type PaymentRow } from '../queries/payments.ts';
import { isAcceptable, isSuspended, parkOp } from '../rules.ts';
import { secure, type Succeeded } from '../confirm/secure.ts';

type Milestone = Awaited<ReturnType<typeof lockedMilestone>>;

/*
 * What two staff members decided about money that was not what was quoted: it goes back, or it counts as the payment. Each
 * step finds what was done before, so that it may be interrupted anywhere and repeated.
 */

/** Returns a line for the workflow's timeline. */
export async function applyDecision(
  ctx: SystemContext,
  milestoneId: string,
  decision: SuspenseDecision,
): Promise<string> {
  const payment = await paymentById(ctx.db, decision.payment_id);
  if (!payment) throw new Error(`payment ${decision.payment_id} is gone`);
  const truth = await lookUp(ctx, payment);
  if (truth.is !== 'succeeded') return 'the suspended payment is not there to be decided about';
  return decision.decision === 'return'
    ? giveBack(ctx, milestoneId, { decision, payment, truth })
    : accept(ctx, milestoneId, { decision, payment, truth });
}

interface Matter {
  decision: SuspenseDecision;
  payment: PaymentRow;
  truth: Succeeded;
}

/** The locked rows while the decision is still open; null when another run has applied it. */
async function waiting(
  tx: SystemContext,
  milestoneId: string,
  { payment }: Matter,
): Promise<{ milestone: Milestone; payment: PaymentRow } | null> {
  const milestone = await lockedMilestone(tx, milestoneId);
  const now = await paymentLocked(tx.db, payment.id);
  return now && isSuspended(now) ? { milestone, payment: now } : null;
}

/** It could not be done: the money stays where it is and the case open, for another decision. */
async function fail(tx: SystemContext, { decision }: Matter, why: string): Promise<string> {
  await endDecision(tx.db, decision, { state: 'failed', at: tx.clock.now() });
  await noteCase(tx, { kind: 'suspense', key: decision.payment_id }, { details: { failed: why.slice(0, 200) } });
  return `the decision could not be carried out: ${why}`;
}

const returnOp = ({ decision }: Matter): string => `return:${decision.payment_id}:${decision.attempt}`;

async function giveBack(ctx: SystemContext, milestoneId: string, matter: Matter): Promise<string> {
  const { truth } = matter;
  const opId = returnOp(matter);
  const { amountReceived: amount, currency } = truth.payment;
  const claimed = await withTx(ctx, async (tx) => {
    const rows = await waiting(tx, milestoneId, matter);
    if (!rows) return 'done before';
    if (refundsStop(rows.milestone.holds)) return `held: ${rows.milestone.holds.join(', ')}`;
    if (await isMoneyOutStopped(tx, currency)) return 'money-out is stopped';
    await claimOperation(tx, {
      opId,
      kind: 'refund',
      milestoneId,
      contractId: rows.milestone.contract_id,
      orgId: rows.milestone.brand_org,
      amount,
      currency,
    });
    return null;
  });
  if (claimed) return claimed;
  const { payments } = ctx.integrations;
  let answer: { made: Refund; attempt: number };
  try {
    answer = await executeOperation(ctx, opId, {
      find: () => payments.findRefund(opId, truth.chargeId),
      create: (idempotencyKey) =>
        payments.createRefund({
          opId,
          idempotencyKey,
          chargeId: truth.chargeId,
          amount,
          metadata: { milestone_id: milestoneId },
        }),
    });
  } catch (error) {
    const refused = asProviderError(error);
    if (!refused?.provenNotCreated || !refusedWith(error, 'invalid', 'not_found')) throw error;
    return withTx(ctx, async (tx) => {
      await settleOperation(tx, opId, { state: 'failed', error: `${refused.code}: ${refused.message}` });
      return fail(tx, matter, refused.code);
    });
  }
  const { made } = answer;
  if (made.status === 'failed' || made.status === 'canceled') {
    return withTx(ctx, async (tx) => {
      await settleOperation(tx, opId, { state: 'failed', error: made.failureReason ?? made.status });
      return fail(tx, matter, made.failureReason ?? made.status);
    });
  }
  // Taken from the balance only once that covers it.
  if (!made.balanceTransactionId) throw new NotBookedYet(made.refundId);
  const parked = await parkedBy(ctx.db, parkOp(matter.payment));
  const line = parked ? await payments.retrieveBalanceTransaction(made.balanceTransactionId) : null;
  return withTx(ctx, async (tx) => {
    const rows = await waiting(tx, milestoneId, matter);
    if (!rows) return 'done before';
    const { milestone, payment } = rows;
    const at = { contractId: milestone.contract_id, milestoneId };
    const posts: Post[] = [];
    if (line && parked) {
      const out = -line.amount;
      posts.push({ ...suspenseOut(line.currency, out), opId: `${opId}:sent`, providerRef: line.id, ...at });
      if (line.fee > 0) posts.push({ ...providerFeePosting(line.currency, line.fee), opId: `${opId}:sent:fee`, ...at });
      if (line.currency === parked.currency && out !== parked.amount)
        posts.push({ ...suspenseDifference(line.currency, out - parked.amount), opId: `${opId}:difference`, ...at });
    }
    await settleOperation(tx, opId, { state: 'done', providerId: made.refundId });
    await settleOperation(tx, payment.op_id, { state: 'failed', error: 'returned: not what was quoted' });
    await movePayment(tx, payment, { state: 'failed', session_url: null });
    await takeOffHold(tx, milestone, 'recon_drift');
    await appendEvent(tx, { ...at, type: 'payment_returned', data: { amount } });
    if (milestone.state === 'funding') await payAgain(tx, milestone);
    await notifyParty(tx, milestone, 'brand', 'payment_returned', payment.id, { amountMinor: amount, currency });
    await closeCase(tx, { kind: 'suspense', key: payment.id }, { outcome: 'returned' });
    await endDecision(tx.db, matter.decision, { state: 'done', at: tx.clock.now() });
    await postAll(tx, posts);
    return 'the suspended payment went back';
  });
}

/** The brand has the time to pay that the contract gives, from now. */
async function payAgain(tx: SystemContext, milestone: Milestone): Promise<void> {
  const again = new Date(tx.clock.now().getTime() + durationMs(milestone.terms.clocks.funding));
  const until =
    milestone.funding_deadline_at && milestone.funding_deadline_at > again ? milestone.funding_deadline_at : again;
  const moved = await milestoneMove(tx, milestone, 'abandonPayment', {
    deadline_at: until,
    funding_deadline_at: until,
  });
  await appendEvent(tx, { contractId: milestone.contract_id, milestoneId: milestone.id, type: 'payment_expired' });
  Object.assign(milestone, moved);
}

async function accept(ctx: SystemContext, milestoneId: string, matter: Matter): Promise<string> {
  const { truth } = matter;
  return withTx(ctx, async (tx) => {
    const rows = await waiting(tx, milestoneId, matter);
    if (!rows) return 'done before';
    const { milestone, payment } = rows;
    const received = truth.payment.amountReceived;
    const missing = payment.total - received;
    if (
      !isAcceptable(
        payment,
        { received, currency: truth.payment.currency, settledIn: truth.settled.currency },
        milestone.state,
      )
    )
      return fail(tx, matter, 'not acceptable');
    if (missing > 0 && (await surplusOf(tx, payment.currency)) < missing)
      return fail(tx, matter, 'the float does not cover what is missing');
    const at = { contractId: milestone.contract_id, milestoneId };
    const posts: Post[] = [
      { ...acceptedPosting(booksOf(milestone, payment.tax_country), payment, received), opId: payment.op_id, ...at },
    ];
    await takeOffHold(tx, milestone, 'recon_drift');
    await closeCase(tx, { kind: 'suspense', key: payment.id }, { outcome: 'accepted' });
    await endDecision(tx.db, matter.decision, { state: 'done', at: tx.clock.now() });
    return secure(tx, milestone, payment, truth, posts);
  });
}
