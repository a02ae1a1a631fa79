import { withTx, type SystemContext } from '../../../context.ts';
import { durationMs } from '../../../core/clock.ts';
import type { Money } from '../../../core/money.ts';
import type { BalanceTransaction, Refund } from '../../../integrations/stripe/provider.ts';
import { caseOf, closeCase, noteCase } from '../../cases/service.ts';
import { executeOperation } from '../../provider-calls/execute.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { allowFunding, movePayment } from '../../escrow/funding/payments.ts';
import { takeOffHold } from '../../escrow/milestone/holds.ts';
import { milestoneMove, notifyParty, signalEscrow } from '../../escrow/milestone/moves.ts';
import { claimOperation, operationOf, settleOperation } from '../../provider-calls/operations.ts';
import { asProviderError, refusedWith } from '../../provider-calls/provider-error.ts';
import { refundsStop } from '../../escrow/milestone/rules.ts';
import { booksOf } from '../../escrow/milestone/facts.ts';
import {
  acceptedPosting,
  parkedSettled,
  providerFeePosting,
  suspenseDifference,
  suspenseOut,
  unidentifiedMovement,
} from '../../ledger/rules.ts';
import { postAll, type Post } from '../../ledger/service.ts';
import { isMoneyOutStopped } from '../../money-stops/service.ts';
import { disputesOfPayment } from '../card-disputes/queries.ts';
import { lookUp, NotBookedYet } from '../confirm/look-up.ts';
import { madeAllTheSame } from '../confirm/made.ts';
import { endDecision, openDecision, suspendedLeft, type SuspenseDecision } from './queries.ts';
import { lockedLines, type Line, type Lines, type Milestone } from '../lines/lines.ts';
import { acceptedCharges, sharesOf, sumOf } from '../lines/rules.ts';
import { attemptsOf, paymentById, type PaymentRow } from '../queries/payments.ts';
import {
  isAcceptable,
  isBackAgain,
  isLate,
  isSuspended,
  parkOp,
  returnOp,
  takesPayment,
  type DecisionFailure,
} from '../rules.ts';
import { secure, type Succeeded } from '../confirm/secure.ts';

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
  const apply = { return: giveBack, accept, paid_by_bank: payByBank }[decision.decision];
  return apply(ctx, { decision, payment, truth, milestoneId });
}

interface Matter {
  decision: SuspenseDecision;
  payment: PaymentRow;
  truth: Succeeded;
  /** Whose workflow carries it out. */
  milestoneId: string;
}

/** The locked rows while the decision is still open; null when another run has applied it. */
async function waiting(tx: SystemContext, { payment }: Matter): Promise<Lines | null> {
  const lines = await lockedLines(tx, payment.id);
  return lines && isSuspended(lines.lead) ? lines : null;
}

/**
 * It could not be done: the money stays where it is and the case open, for another decision. `why`: a failure of ours, or the
 * provider's code for a refund that it refused or that came back.
 */
async function fail(
  tx: SystemContext,
  { decision }: Matter,
  why: DecisionFailure | { provider: string },
): Promise<string> {
  const failed = typeof why === 'string' ? why : why.provider.slice(0, 200);
  await endDecision(tx.db, decision, { state: 'failed', at: tx.clock.now() });
  await noteCase(tx, { kind: 'suspense', key: decision.payment_id }, { details: { failed } });
  return `the decision could not be carried out: ${failed}`;
}

/** What a person refunded of it at the provider, as far as it is booked, in the currency of the payment. */
export async function refundedOf(tx: SystemContext, { id: key }: Pick<PaymentRow, 'id'>): Promise<number> {
  const refunded = (await caseOf(tx, { kind: 'suspense', key }))?.details['refunded'];
  return typeof refunded === 'number' ? refunded : 0;
}

/** A call that returns it is claimed and has no answer yet: what that did is booked before anything else. */
export async function isReturnUnderWay(tx: SystemContext, lead: PaymentRow): Promise<boolean> {
  const decision = await openDecision(tx.db, lead.milestone_id);
  if (decision?.payment_id !== lead.id) return false;
  const call = await operationOf(tx, returnOp(lead.id, decision.attempt));
  return call?.state === 'claimed' || call?.state === 'unknown';
}

/**
 * What a return waits for: holds of milestones that the payment could still fund, and a dispute of its own charge. Other
 * holds of a milestone that is funded otherwise, or over, concern other money.
 */
async function holdsOfReturn(tx: SystemContext, { lead, all }: Lines): Promise<string[]> {
  const held = all.find(({ milestone }) => takesPayment(milestone.state) && refundsStop(milestone.holds));
  if (held) return held.milestone.holds;
  const isDisputed = (await disputesOfPayment(tx.db, lead.id)).some((d) => d.state === 'open');
  return isDisputed ? ['card_dispute'] : [];
}

async function giveBack(ctx: SystemContext, matter: Matter): Promise<string> {
  const { decision, truth, milestoneId } = matter;
  const opId = returnOp(decision.payment_id, decision.attempt);
  const { amountReceived: amount, refunded, currency } = truth.payment;
  const claimed = await withTx(ctx, async (tx) => {
    const rows = await waiting(tx, matter);
    if (!rows) return 'done before';
    const holds = await holdsOfReturn(tx, rows);
    if (holds.length > 0) return `held: ${holds.join(', ')}`;
    if (await isMoneyOutStopped(tx, currency)) return 'money-out is stopped';
    // The same each time: refunds made by hand are not booked while the call is under way.
    const booked = await refundedOf(tx, rows.lead);
    if (booked !== refunded && !(await operationOf(tx, opId))) return fail(tx, matter, 'refunded_at_provider');
    await claimOperation(tx, {
      opId,
      kind: 'refund',
      milestoneId,
      contractId: rows.lead.contract_id,
      orgId: rows.lead.brand_org,
      amount: amount - booked,
      currency,
    });
    return amount - booked;
  });
  if (typeof claimed === 'string') return claimed;
  const { payments } = ctx.integrations;
  let answer: { made: Refund; attempt: number };
  try {
    answer = await executeOperation(ctx, opId, {
      requested: { amount: claimed, currency },
      find: () => payments.findRefund(opId, truth.chargeId),
      create: (idempotencyKey) =>
        payments.createRefund({
          opId,
          idempotencyKey,
          chargeId: truth.chargeId,
          amount: claimed,
          metadata: { milestone_id: milestoneId },
        }),
    });
  } catch (error) {
    const refused = asProviderError(error);
    if (!refused?.provenNotCreated || !refusedWith(error, 'invalid', 'not_found')) throw error;
    return withTx(ctx, async (tx) => {
      await settleOperation(tx, opId, { state: 'failed', error: `${refused.code}: ${refused.message}` });
      return fail(tx, matter, { provider: refused.code });
    });
  }
  // The provider repeats the stored answer of a key, in which the refund may still wait for the balance.
  const made = answer.made.balanceTransactionId ? answer.made : await payments.retrieveRefund(answer.made.refundId);
  if (isBackAgain(made)) {
    const lines: BalanceTransaction[] = [];
    for (const id of [made.balanceTransactionId, made.failureBalanceTransactionId])
      if (id) lines.push(await payments.retrieveBalanceTransaction(id));
    return withTx(ctx, async (tx) => {
      await settleOperation(tx, opId, { state: 'failed', error: made.failureReason ?? made.status });
      await postAll(tx, thereAndBack(matter, opId, lines));
      return fail(tx, matter, { provider: made.failureReason ?? made.status });
    });
  }
  // Taken from the balance only once that covers it.
  if (!made.balanceTransactionId) throw new NotBookedYet(made.refundId);
  const parked = await suspendedLeft(ctx.db, matter.payment);
  const line = parked ? await payments.retrieveBalanceTransaction(made.balanceTransactionId) : null;
  return withTx(ctx, async (tx) => {
    const rows = await waiting(tx, matter);
    if (!rows) return 'done before';
    const { lead } = rows;
    const at = { contractId: lead.contract_id, milestoneId: lead.milestone_id };
    const posts: Post[] = [];
    if (line && parked) {
      const out = -line.amount;
      posts.push({ ...suspenseOut(line.currency, out), opId: `${opId}:sent`, providerRef: line.id, ...at });
      if (line.fee > 0) posts.push({ ...providerFeePosting(line.currency, line.fee), opId: `${opId}:sent:fee`, ...at });
      if (line.currency === parked.currency && out !== parked.amount)
        posts.push({ ...suspenseDifference(line.currency, out - parked.amount), opId: `${opId}:difference`, ...at });
    }
    await settleOperation(tx, opId, { state: 'done', providerId: made.refundId });
    await endReturned(tx, rows, { amount, currency }, milestoneId);
    await endDecision(tx.db, matter.decision, { state: 'done', at: tx.clock.now() });
    await postAll(tx, posts);
    return 'the suspended payment went back';
  });
}

/** A return that its bank sent back before it was booked: both movements are, and the money waits as before. */
const thereAndBack = ({ payment }: Matter, opId: string, lines: readonly BalanceTransaction[]): Post[] =>
  lines.map((line, i) => ({
    ...unidentifiedMovement(line.currency, line.amount),
    opId: `${opId}:${i === 0 ? 'sent' : 'failed'}`,
    providerRef: line.id,
    contractId: payment.contract_id,
    milestoneId: payment.milestone_id,
  }));

/** Its payer was paid from the platform's bank: what is left of it at the provider is the platform's now. */
async function payByBank(ctx: SystemContext, matter: Matter): Promise<string> {
  const { decision, truth, milestoneId } = matter;
  const { amountReceived: amount, refunded, currency } = truth.payment;
  return withTx(ctx, async (tx) => {
    const rows = await waiting(tx, matter);
    if (!rows) return 'done before';
    const holds = await holdsOfReturn(tx, rows);
    if (holds.length > 0) return `held: ${holds.join(', ')}`;
    const { lead } = rows;
    if ((await refundedOf(tx, lead)) !== refunded) return fail(tx, matter, 'refunded_at_provider');
    const disputes = await disputesOfPayment(tx.db, lead.id);
    // One that is not read yet: what the bank has returned is not paid again.
    if (truth.payment.disputed && (disputes.length === 0 || disputes.some((d) => d.state !== 'won')))
      return fail(tx, matter, 'disputed');
    const left = await suspendedLeft(tx.db, lead);
    const paid = left ?? { amount: amount - refunded, currency };
    if (paid.amount !== decision.amount) return fail(tx, matter, 'money_changed');
    await endReturned(tx, rows, { amount, currency }, milestoneId, { ...paid, reference: decision.reference ?? '' });
    await endDecision(tx.db, decision, { state: 'done', at: tx.clock.now() });
    if (left)
      await postAll(tx, [
        {
          ...parkedSettled(left.currency, left.amount, { to: 'paid_by_bank', brandOrg: lead.brand_org }),
          opId: `${parkOp(lead)}:by_bank`,
          contractId: lead.contract_id,
          milestoneId: lead.milestone_id,
        },
      ]);
    return 'the suspended payment was paid by bank';
  });
}

/** By which bank transfer it was paid back; null: the way it came. */
type ByBank = (Money & { reference: string }) | null;

/** All of it is on its way back, and its case ends. `caller`: whose workflow reads its row itself. */
export async function endReturned(
  tx: SystemContext,
  { lead, all }: Lines,
  { amount, currency }: Money,
  caller: string | null,
  byBank: ByBank = null,
): Promise<void> {
  await settleOperation(tx, lead.op_id, { state: 'failed', error: 'returned: not what was quoted' });
  const payments = all.map(({ payment }) => payment);
  const parts = sharesOf(amount, payments);
  const paid = byBank && sharesOf(byBank.amount, payments);
  for (const [i, row] of all.entries())
    await returned(tx, row, { amount: parts[i]!, currency }, caller, byBank && { ...byBank, amount: paid![i]! });
  await closeCase(tx, { kind: 'suspense', key: lead.id }, { outcome: byBank ? 'paid_by_bank' : 'returned' });
}

/** The share of one milestone is on its way back to the brand, which may pay again. */
async function returned(
  tx: SystemContext,
  { payment, milestone }: Line,
  { amount, currency }: Money,
  caller: string | null,
  byBank: ByBank,
): Promise<void> {
  const at = { contractId: milestone.contract_id, milestoneId: milestone.id };
  await movePayment(tx, payment, { state: 'failed', session_url: null });
  // One that was made as well waits until this one is decided, and the milestone for both.
  const others = (await attemptsOf(tx.db, milestone.id)).filter(({ id }) => id !== payment.id);
  if ((await madeAllTheSame(tx, others)).length === 0) await takeOffHold(tx, milestone, 'recon_drift');
  await appendEvent(tx, { ...at, type: 'payment_returned', data: { amount } });
  const { state } = milestone;
  if (state === 'funding' || state === 'awaiting_funding') await payAgain(tx, milestone);
  if (state === 'funding' && milestone.id !== caller) await signalEscrow(tx, milestone, 'payment_expired');
  if (byBank)
    await notifyParty(tx, milestone, 'brand', 'money_sent_by_bank', payment.id, {
      amountMinor: byBank.amount,
      currency: byBank.currency,
      number: byBank.reference,
    });
  else await notifyParty(tx, milestone, 'brand', 'payment_returned', payment.id, { amountMinor: amount, currency });
}

/** The brand has the time to pay that the contract gives, from now. */
async function payAgain(tx: SystemContext, milestone: Milestone): Promise<void> {
  const again = new Date(tx.clock.now().getTime() + durationMs(milestone.terms.clocks.funding));
  const until =
    milestone.funding_deadline_at && milestone.funding_deadline_at > again ? milestone.funding_deadline_at : again;
  // Its payment had been given up before it arrived.
  if (milestone.state === 'awaiting_funding') return allowFunding(tx, milestone.id, until);
  const moved = await milestoneMove(tx, milestone, 'abandonPayment', {
    deadline_at: until,
    funding_deadline_at: until,
  });
  await appendEvent(tx, { contractId: milestone.contract_id, milestoneId: milestone.id, type: 'payment_expired' });
  Object.assign(milestone, moved);
}

async function accept(ctx: SystemContext, matter: Matter): Promise<string> {
  const { truth } = matter;
  return withTx(ctx, async (tx) => {
    const rows = await waiting(tx, matter);
    if (!rows) return 'done before';
    const { lead, all } = rows;
    const payments = all.map(({ payment }) => payment);
    const received = truth.payment.amountReceived;
    const arrived = { received, currency: truth.payment.currency, settled: truth.settled };
    const now = tx.clock.now();
    const isLateFor = ({ payment, milestone }: Line) => isLate(payment, milestone, now);
    if (!isAcceptable({ ...sumOf(payments), currency: lead.currency }, arrived, all.some(isLateFor)))
      return fail(tx, matter, 'not_acceptable');
    if (truth.payment.refunded > 0) return fail(tx, matter, 'refunded_at_provider');
    if ((await disputesOfPayment(tx.db, lead.id)).some((d) => d.state !== 'won')) return fail(tx, matter, 'disputed');
    // From now on the payment is what arrived: a refund takes no more from its charge, and its receipt names no more.
    const charges = acceptedCharges(received, payments, lead.currency);
    const accepted = all.map((line, i): Line => ({ ...line, payment: { ...line.payment, ...charges[i]! } }));
    const posts = accepted.map(({ payment, milestone }): Post => ({
      ...acceptedPosting(booksOf(milestone, payment.tax_country), payment),
      opId: payment.op_id,
      contractId: milestone.contract_id,
      milestoneId: milestone.id,
    }));
    for (const { milestone } of all) await takeOffHold(tx, milestone, 'recon_drift');
    await closeCase(tx, { kind: 'suspense', key: lead.id }, { outcome: 'accepted' });
    await endDecision(tx.db, matter.decision, { state: 'done', at: tx.clock.now() });
    await secure(tx, { lead: accepted[0]!.payment, all: accepted }, truth, posts, matter.milestoneId);
    return 'funded';
  });
}
