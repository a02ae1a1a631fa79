import { withTx, type SystemContext } from '../../../context.ts';
import { failpoint } from '../../../failpoint.ts';
import { openCase } from '../../cases/service.ts';
import { appendEvent } from '../../escrow/timeline/events.ts';
import { allowFunding, extendFunding, movePayment } from '../../escrow/funding/payments.ts';
import { holdForPayment } from '../../escrow/milestone/holds.ts';
import { milestoneMove, notifyParty, readMilestone, signalEscrow } from '../../escrow/milestone/moves.ts';
import type { MilestoneState } from '../../escrow/schema.ts';
import { queueStaffMail } from '../../notifications/queue-mail.ts';
import { markUnknown, reopenClaim, settleOperation } from '../../provider-calls/operations.ts';
import { refund } from '../../escrow/refund/refund.ts';
import { providerFeePosting, suspenseIn } from '../../ledger/rules.ts';
import { postAll } from '../../ledger/service.ts';
import { lockedLines, type Line, type Lines } from '../lines/lines.ts';
import { sumOf } from '../lines/rules.ts';
import { lookUp, type PaymentTruth } from './look-up.ts';
import { firstLine, madeAllTheSame } from './made.ts';
import { settlePaymentEvents } from '../webhooks/queries.ts';
import { attemptsOf, linesOf, rivalsOf, type PaymentRow } from '../queries/payments.ts';
import { openDecision } from '../suspense/queries.ts';
import {
  holdsMoney,
  isActive,
  isAsQuoted,
  isSuspended,
  MISMATCH,
  parkOp,
  PROCESSING_MS,
  takesPayment,
  wasReturned,
} from '../rules.ts';
import { arrival, secure, type Succeeded } from './secure.ts';
import { applyDecision } from '../suspense/suspense.ts';

/**
 * `late`: milestones that had ended, whose refunds are to be made. `waits`: until no other payment of them is under way.
 * `summary` is a line of the workflow's timeline.
 */
type Confirmed = { outcome: 'late'; late: string[] } | { outcome: 'done' | 'waits'; summary: string };

const done = (summary: string): Confirmed => ({ outcome: 'done', summary });

/**
 * Reads a milestone's payment from the provider and books it, all lines of a joint one at once: received money makes the
 * milestones funded, late money is refunded, an ended page makes them payable again. A payment that had been given up and
 * was made all the same comes first; what else pays for its milestones is ended, or refunded where it was made as well.
 * Every step may be repeated; the provider's current object decides, never a webhook's content.
 */
export async function confirmFunding(ctx: SystemContext, { milestoneId }: { milestoneId: string }): Promise<string> {
  const decided = await openDecision(ctx.db, milestoneId);
  const decision = decided ? await applyDecision(ctx, milestoneId, decided) : null;
  const attempts = await attemptsOf(ctx.db, milestoneId);
  const made = await madeAllTheSame(ctx, attempts);
  // What has waited for a decision follows once that is carried out.
  if (decision !== null && (made.length === 0 || attempts.some(isSuspended))) return decision;
  if (made.length === 0) {
    const active = attempts.findLast((p) => isActive(p.state));
    const lead = active && (await firstLine(ctx, active));
    if (!lead) return 'no payment under way';
    const ends = attempts.some((p) => holdsMoney(p.state)) && !(await isPayable(ctx, lead));
    return (await confirmPayment(ctx, lead, { caller: milestoneId, ends })).summary;
  }
  const summaries = decision === null ? [] : [decision];
  for (const lead of made) {
    const how = { caller: milestoneId, ends: false };
    const first = await confirmPayment(ctx, lead, how);
    for (const rival of await rivalsOf(ctx.db, lead.id))
      await confirmPayment(ctx, rival, { ...how, ends: first.waits || !(await isPayable(ctx, rival)) });
    summaries.push((first.waits ? await confirmPayment(ctx, lead, how) : first).summary);
  }
  return summaries.join('; ');
}

/** `ends`: a page that is still open, or a charge that waits for its payer, is ended before its time. */
async function confirmPayment(
  ctx: SystemContext,
  lead: PaymentRow,
  { caller, ends }: { caller: string; ends: boolean },
): Promise<{ summary: string; waits: boolean }> {
  await failpoint('payment_intent.succeeded.claimed');
  const truth = await lookUp(ctx, lead, { over: ends });
  await failpoint('payment_intent.succeeded.called');
  const confirmed = await withTx(ctx, async (tx): Promise<Confirmed> => {
    const lines = await lockedLines(tx, lead.id);
    if (!lines || holdsMoney(lines.lead.state) || wasReturned(lines.lead)) return done('already confirmed');
    return apply(tx, lines, truth, caller);
  });
  await failpoint('payment_intent.succeeded.stored');
  if (confirmed.outcome !== 'late') return { summary: confirmed.summary, waits: confirmed.outcome === 'waits' };
  const refunds: string[] = [];
  for (const late of confirmed.late) refunds.push(await refund(ctx, { milestoneId: late }));
  return { summary: `paid too late: ${refunds.join('; ')}`, waits: false };
}

/** Whether one of a payment's milestones still takes a payment. */
const isPayable = (ctx: SystemContext, lead: PaymentRow): Promise<boolean> =>
  withTx(ctx, async (tx) => {
    const states: MilestoneState[] = [];
    for (const line of await linesOf(tx.db, lead.id)) states.push((await readMilestone(tx, line.milestone_id)).state);
    return states.some((state) => takesPayment(state));
  });

async function apply(tx: SystemContext, lines: Lines, truth: PaymentTruth, caller: string): Promise<Confirmed> {
  const now = tx.clock.now();
  const { lead, all } = lines;
  const events = { milestoneId: lead.milestone_id, paymentId: lead.id, at: now };
  const isParked = truth.is === 'succeeded' && !isQuoted(lines, truth);
  // One payment of a milestone is under way at a time.
  if ((truth.is === 'processing' || isParked) && !isActive(lead.state) && (await rivalsOf(tx.db, lead.id)).length > 0)
    return { outcome: 'waits', summary: 'another payment is under way' };
  switch (truth.is) {
    case 'open':
      if (truth.declined) {
        if (truth.declined !== lead.failure_code)
          await movePayment(tx, lead, { state: lead.state, failure_code: truth.declined });
        // Only the refusal is read: a webhook may report a payment since, which stays pending.
        await settlePaymentEvents(tx.db, { ...events, type: 'payment_intent.payment_failed' });
      }
      return done(truth.declined ? `not paid yet, last refusal: ${truth.declined}` : 'not paid yet');
    case 'processing':
      for (const { payment, milestone } of all) {
        if (payment.state === 'processing') continue;
        await movePayment(tx, payment, {
          state: 'processing',
          ...(payment === lead ? named(truth.paymentIntentId) : {}),
        });
        await extendFunding(tx, milestone.id, new Date(now.getTime() + PROCESSING_MS));
      }
      await settlePaymentEvents(tx.db, events);
      return done('the bank is processing the payment');
    case 'failed':
    case 'gone':
      await settlePaymentEvents(tx.db, events);
      // The operation is still claimed when the answer with the page was lost.
      await settleOperation(tx, lead.op_id, {
        state: 'failed',
        error: truth.is === 'failed' ? truth.code : 'expired',
      });
      for (const line of all) await giveUp(tx, line, truth, caller);
      return done(outcomeOf(all, truth));
    case 'succeeded':
      await settlePaymentEvents(tx.db, events);
      if (isParked) return done(await suspend(tx, lines, truth));
      return settled(await secure(tx, lines, truth, arrival(lines, truth), caller));
  }
}

const named = (paymentIntentId: string) => ({ payment_intent_id: paymentIntentId });

const settled = (late: string[]): Confirmed =>
  late.length > 0 ? { outcome: 'late', late } : { outcome: 'done', summary: 'funded' };

function outcomeOf(all: readonly Line[], truth: Extract<PaymentTruth, { is: 'failed' | 'gone' }>): string {
  if (all.every(({ milestone }) => milestone.state !== 'funding')) return 'the payment page is closed';
  return truth.is === 'failed' ? `the payment failed: ${truth.code}` : 'the payment was abandoned';
}

const isQuoted = ({ lead, all }: Lines, { payment: taken, settled }: Succeeded): boolean =>
  isAsQuoted(
    { total: sumOf(all.map(({ payment }) => payment)).total, currency: lead.currency },
    { received: taken.amountReceived, currency: taken.currency, settled },
  );

async function giveUp(
  tx: SystemContext,
  { payment, milestone }: Line,
  truth: Extract<PaymentTruth, { is: 'failed' | 'gone' }>,
  caller: string,
): Promise<void> {
  const code = truth.is === 'failed' ? truth.code : null;
  await movePayment(
    tx,
    payment,
    code ? { state: 'failed', failure_code: code, session_url: null } : { state: 'expired', session_url: null },
  );
  if (milestone.state !== 'funding') return;
  const moved = await milestoneMove(tx, milestone, 'abandonPayment', { deadline_at: milestone.funding_deadline_at });
  const data = { attempt: payment.attempt };
  await appendEvent(tx, {
    contractId: milestone.contract_id,
    milestoneId: milestone.id,
    ...(code ? { type: 'payment_failed', data: { ...data, code } } : { type: 'payment_expired', data }),
  });
  if (code) await notifyParty(tx, moved, 'brand', 'payment_failed', payment.id, { amountMinor: payment.total });
  if (milestone.id !== caller) await signalEscrow(tx, moved, 'payment_expired');
}

/** Held for another payment that was decided just now, it stays so and has the time for this one. */
async function holdUntilDecided(tx: SystemContext, milestone: Line['milestone'], dueAt: Date): Promise<void> {
  const { id, state, holds, funding_deadline_at: before } = milestone;
  if (state === 'awaiting_funding' && holds.includes('recon_drift') && before && before < dueAt)
    await allowFunding(tx, id, dueAt);
  await holdForPayment(tx, id, dueAt);
}

/**
 * The provider took another sum than was quoted, or in another currency: the money is parked, the milestones that it could
 * still fund are held, and staff decide.
 */
async function suspend(tx: SystemContext, { lead, all }: Lines, truth: Succeeded): Promise<string> {
  const { amountReceived, currency, balanceTransactionId, paymentIntentId } = truth.payment;
  const { settled: arrived } = truth;
  const { total } = sumOf(all.map(({ payment }) => payment));
  const at = { contractId: lead.contract_id, milestoneId: lead.milestone_id };
  if (lead.state !== 'processing' || lead.failure_code !== MISMATCH) {
    const dueAt = new Date(tx.clock.now().getTime() + PROCESSING_MS);
    for (const { payment, milestone } of all) {
      await movePayment(tx, payment, {
        state: 'processing',
        failure_code: MISMATCH,
        charge_id: truth.chargeId,
        ...(payment === lead ? named(paymentIntentId) : {}),
      });
      // The money of one that is funded otherwise, or over, is none of this payment's.
      if (takesPayment(milestone.state)) await holdUntilDecided(tx, milestone, dueAt);
      await appendEvent(tx, {
        contractId: milestone.contract_id,
        milestoneId: milestone.id,
        type: 'payment_suspended',
        data: { amount: payment.total },
      });
    }
    await reopenClaim(tx, lead.op_id);
    await markUnknown(tx, lead.op_id, {
      code: MISMATCH,
      message: `${amountReceived} ${currency} received for ${total} ${lead.currency}`,
    });
    await openCase(tx, {
      kind: 'suspense',
      key: lead.id,
      orgId: lead.brand_org,
      ...at,
      paymentId: lead.id,
      dueAt,
      amount: amountReceived,
      currency,
      details: {
        quoted: total,
        quoted_currency: lead.currency,
        received: amountReceived,
        received_currency: currency,
        settled: arrived.amount,
        settled_currency: arrived.currency,
      },
    });
    const { milestone } = all.find(({ payment }) => payment.id === lead.id)!;
    await notifyParty(tx, milestone, 'brand', 'payment_suspended', lead.id, { amountMinor: amountReceived, currency });
    await queueStaffMail(tx, ['finance', 'super'], {
      kind: 'payment_parked',
      key: lead.id,
      data: { currency, name: milestone.brand_name },
    });
  }
  // In a currency without accounts nothing can be booked; its case shows that.
  if (arrived.currency) {
    await postAll(tx, [
      {
        ...suspenseIn(arrived.currency, arrived.amount),
        opId: parkOp(lead),
        ...at,
        providerRef: balanceTransactionId,
      },
      ...(arrived.fee > 0
        ? [{ ...providerFeePosting(arrived.currency, arrived.fee), opId: `${lead.op_id}:fee`, ...at }]
        : []),
    ]);
  }
  return `held: ${amountReceived} ${currency} received, ${total} ${lead.currency} quoted`;
}
