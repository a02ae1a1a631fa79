import { withTx, type ServiceContext, type SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import type { Refund } from '../../integrations/stripe/provider.ts';
import {
  commissionOf,
  refundByBank,
  refundClaimed,
  refundDecided,
  refundFailed,
  refundRefused,
  refundSent,
  releasePosting,
  type RefundBooks,
} from '../ledger/rules.ts';
import { postAll, type Post } from '../ledger/service.ts';
import { isMoneyOutStopped, MoneyOutStopped } from '../money-stops/service.ts';
import { buyerOf, issueDocument, numbersOfPayment } from '../documents/issue.ts';
import { executeOperation } from '../provider-calls/execute.ts';
import { appendEvent } from './events.ts';
import { holdForStaff } from './holds.ts';
import { endDealIfOver, lockedMilestone, milestoneMove, notifyParty } from './moves.ts';
import {
  claimAgain,
  claimOperation,
  closeFailedOperation,
  operationOf,
  reopenOperation,
  settleOperation,
} from '../provider-calls/operations.ts';
import { asProviderError, refusedWith } from '../provider-calls/provider-error.ts';
import type { MilestoneRow } from './queries/milestones.ts';
import { release } from './release.ts';
import { refundsStop, settlementOf, type RefundReason } from './rules.ts';
import { booksOf, fundingPayments, prepareTransfers, transfersOf, type FundingPayment } from './settling.ts';
import type { RefundState } from './schema.ts';

interface RefundRow extends RefundBooks {
  id: string;
  reason: RefundReason;
  state: RefundState;
  providerId: string | null;
  /** The operator's decision about the failed attempt. */
  decision: 'send_again' | 'paid_by_bank' | null;
}
const isOver = (r: RefundRow): boolean => r.state === 'done' || r.state === 'by_bank';

async function refundsOf(tx: ServiceContext, milestoneId: string): Promise<RefundRow[]> {
  return tx.db
    .selectFrom('refunds as r')
    .innerJoin('operations as o', 'o.op_id', 'r.op_id')
    .leftJoin('refund_decisions as d', (join) =>
      join.onRef('d.op_id', '=', 'o.op_id').onRef('d.attempt', '=', 'o.attempt'),
    )
    .select([
      'r.id',
      'r.op_id as opId',
      'r.payment_id as paymentId',
      'r.brand_org as brandOrg',
      'r.amount',
      'r.currency',
      'r.reason',
      'r.state',
      'r.provider_id as providerId',
      'd.decision',
    ])
    .where('r.milestone_id', '=', milestoneId)
    .orderBy('r.created_at')
    .execute();
}

async function moveRefund(tx: ServiceContext, r: RefundRow, to: RefundState, providerId?: string): Promise<boolean> {
  const moved = await tx.db
    .updateTable('refunds')
    .set({
      state: to,
      ...(providerId ? { provider_id: providerId } : {}),
      ...(to === 'done' || to === 'by_bank' ? { settled_at: tx.clock.now() } : {}),
    })
    .where('id', '=', r.id)
    .where('state', '=', r.state)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

async function setPayment(
  tx: ServiceContext,
  id: string,
  from: 'paid' | 'refunding',
  to: 'refunding' | 'refunded',
): Promise<boolean> {
  const set = await tx.db
    .updateTable('payments')
    .set((eb) => ({ state: to, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  return set !== undefined;
}

/**
 * P8 and P9 for one payment, in the caller's transaction: decides and claims the refund, and earns a kill fee. Returns
 * the postings; the caller writes its event first and posts last.
 */
export async function decideRefund(
  tx: SystemContext,
  row: MilestoneRow,
  payment: FundingPayment,
  reason: RefundReason,
): Promise<{ posts: Post[]; back: number; kept: number }> {
  const { back, kept } = settlementOf(payment, reason, row.terms.killFeeBps, row.currency);
  const books = booksOf(row, payment.tax_country);
  const refund: RefundBooks = {
    opId: `refund:${row.id}:${payment.attempt}`,
    paymentId: payment.id,
    brandOrg: row.brand_org,
    amount: back.total,
    currency: row.currency,
  };
  const at = { contractId: row.contract_id, milestoneId: row.id };
  await claimOperation(tx, {
    opId: refund.opId,
    kind: 'refund',
    ...at,
    orgId: row.brand_org,
    amount: back.total,
    currency: row.currency,
  });
  await tx.db
    .insertInto('refunds')
    .values({
      id: newId(),
      op_id: refund.opId,
      payment_id: payment.id,
      milestone_id: row.id,
      brand_org: row.brand_org,
      amount: back.total,
      currency: row.currency,
      reason,
      state: 'claimed',
      created_at: tx.clock.now(),
    })
    .execute();
  await setPayment(tx, payment.id, 'paid', 'refunding');
  const posts: Post[] = [];
  if (kept.price > 0) {
    const shares = commissionOf(kept.price, row.agency_org ? row.commission_bps : 0, row.currency);
    const { posts: claims } = await prepareTransfers(tx, row, shares);
    posts.push(
      {
        ...releasePosting(
          books,
          { ...shares, fee: kept.fee },
          { creatorOrg: row.creator_org, agencyOrg: row.agency_org },
        ),
        opId: `release:${row.id}`,
        ...at,
      },
      ...claims,
    );
  }
  posts.unshift(
    { ...refundDecided(books, back, payment.id), opId: `${refund.opId}:decide`, ...at },
    { ...refundClaimed(refund), opId: `${refund.opId}:a1:claim`, ...at },
  );
  return { posts, back: back.price, kept: kept.price };
}

/** A money stop blocks new refunds; those under way at the provider are still read. A hold blocks both. */
interface Blocked {
  by: 'hold' | 'money_stop';
  summary: string;
}

/**
 * Sends back what an ended or late milestone owes its brand, in three committed steps (decide and claim, call the
 * provider, confirm), each of which finds what was done before. One that the provider refused or the payer's bank sent
 * back continues as an operator decides: until then the brand is owed.
 */
export async function refund(ctx: SystemContext, input: { milestoneId: string }): Promise<string> {
  const blocked = await withTx(ctx, async (tx): Promise<Blocked | null> => {
    const row = await lockedMilestone(tx, input.milestoneId);
    await holdForStaff(tx, row);
    if (refundsStop(row.holds)) return { by: 'hold', summary: `held: ${row.holds.join(', ')}` };
    if (row.state !== 'refunding') return null;
    if (await isMoneyOutStopped(tx, row.currency)) return { by: 'money_stop', summary: 'money-out is stopped' };
    await start(tx, row);
    return null;
  });
  if (blocked?.by === 'hold') return blocked.summary;
  const open = (await refundsOf(ctx, input.milestoneId)).filter(
    (r) => !isOver(r) && (r.state !== 'failed' || r.decision),
  );
  for (const r of open)
    await (r.state === 'failed' && r.decision === 'paid_by_bank'
      ? settleByBank(ctx, input.milestoneId, r)
      : settleOne(ctx, input.milestoneId, r));
  const left = (await refundsOf(ctx, input.milestoneId)).filter((r) => !isOver(r));
  if (left.length > 0) return `refund under way: ${left.map((r) => r.state).join(', ')}`;
  if (blocked) return blocked.summary;
  // A kill fee goes to the creator as soon as the rest is refunded.
  return (await transfersOf(ctx, input.milestoneId)).some((t) => t.state !== 'sent') ? release(ctx, input) : 'refunded';
}

async function start(tx: SystemContext, row: MilestoneRow): Promise<void> {
  // A late payment does not count: its refund did not end the milestone.
  if ((await refundsOf(tx, row.id)).some((r) => r.reason !== 'late_payment')) return;
  const payment = (await fundingPayments(tx, row.id)).find((p) => p.state === 'paid');
  if (!payment) throw new Error(`milestone ${row.id} has nothing to refund`);
  const reason = row.refund_reason as RefundReason;
  const { posts, back, kept } = await decideRefund(tx, row, payment, reason);
  await appendEvent(tx, {
    contractId: row.contract_id,
    milestoneId: row.id,
    type: 'refund_started',
    data: { reason, amount: back, kept },
    change: { held: -(back + kept), refunded: back, released: kept },
  });
  await postAll(tx, posts);
}

async function settleOne(ctx: SystemContext, milestoneId: string, r: RefundRow): Promise<void> {
  const answer =
    (r.state === 'pending' || r.state === 'unknown') && r.providerId
      ? await readAgain(ctx, r.opId, r.providerId)
      : await make(ctx, milestoneId, r);
  if (!answer) return;
  await withTx(ctx, async (tx) => confirm(tx, await lockedMilestone(tx, milestoneId), r, answer));
}

/** The provider's answer, and the attempt it belongs to. */
interface Answer {
  made: Refund;
  attempt: number;
}

async function readAgain(ctx: SystemContext, opId: string, providerId: string): Promise<Answer> {
  const attempt = (await operationOf(ctx, opId))?.attempt ?? 1;
  return { made: await ctx.integrations.payments.retrieveRefund(providerId), attempt };
}

async function make(ctx: SystemContext, milestoneId: string, r: RefundRow): Promise<Answer | null> {
  const { payments } = ctx.integrations;
  const payment = await ctx.db
    .selectFrom('payments')
    .select('charge_id')
    .where('id', '=', r.paymentId)
    .executeTakeFirstOrThrow();
  const chargeId = payment.charge_id;
  if (!chargeId) throw new Error(`payment ${r.paymentId} has no charge`);
  if (r.state === 'failed') {
    if (await isMoneyOutStopped(ctx, r.currency)) return null;
    await withTx(ctx, (tx) => claimRefundAgain(tx, r));
  }
  const attempt = (await operationOf(ctx, r.opId))?.attempt ?? 1;
  try {
    return await executeOperation(ctx, r.opId, {
      find: async () => {
        const found = await payments.findRefund(r.opId, chargeId);
        return found && found.status !== 'failed' && found.status !== 'canceled' ? found : null;
      },
      create: (idempotencyKey) =>
        payments.createRefund({
          opId: r.opId,
          idempotencyKey,
          chargeId,
          amount: r.amount,
          metadata: { milestone_id: milestoneId },
        }),
    });
  } catch (error) {
    // The claim stays open and the brand is owed.
    if (error instanceof MoneyOutStopped) return null;
    const refused = asProviderError(error);
    if (!refused || !refusedWith(error, 'invalid', 'not_found') || !refused.provenNotCreated) throw error;
    ctx.integrations.log.error({ op: r.opId, code: refused.code }, 'the provider refused a refund; its brand is owed');
    await withTx(ctx, async (tx) =>
      takeBack(
        tx,
        await lockedMilestone(tx, milestoneId),
        { refundId: r.id, attempt },
        `${refused.code}: ${refused.message}`,
      ),
    );
    return null;
  }
}

/**
 * The charge cannot be refunded this way (disputed, refunded already, closed): the brand stays owed until an operator
 * decides on another way.
 */
async function takeBack(
  tx: SystemContext,
  row: MilestoneRow,
  { refundId, attempt }: { refundId: string; attempt: number },
  why: string,
): Promise<void> {
  const current = (await refundsOf(tx, row.id)).find((r) => r.id === refundId);
  const op = current && (await operationOf(tx, current.opId));
  // Another run may have received the refusal first, and a new attempt may have followed.
  if (!op || op.attempt !== attempt || current.state !== 'claimed' || !(await moveRefund(tx, current, 'failed')))
    return;
  const at = { contractId: row.contract_id, milestoneId: row.id };
  await settleOperation(tx, current.opId, { state: 'failed', error: why });
  await appendEvent(tx, { ...at, type: 'refund_refused', data: { amount: current.amount } });
  await notifyParty(tx, row, 'brand', 'refund_refused', `${current.id}:${op.attempt}`, { amountMinor: current.amount });
  await postAll(tx, [{ ...refundRefused(current), opId: `${current.opId}:a${op.attempt}:refused`, ...at }]);
}

/** A refund that did not go through is claimed once more, under a new key. */
async function claimRefundAgain(tx: SystemContext, r: RefundRow): Promise<void> {
  const op = await operationOf(tx, r.opId);
  if (!op || !(await moveRefund(tx, r, 'claimed'))) return;
  await claimAgain(tx, op, { anew: true });
  await postAll(tx, [{ ...refundClaimed(r), opId: `${r.opId}:a${op.attempt + 1}:claim` }]);
}

const RETURNED = new Set<Refund['status']>(['failed', 'canceled']);

async function confirm(
  tx: SystemContext,
  row: MilestoneRow,
  before: RefundRow,
  { made, attempt: answered }: Answer,
): Promise<void> {
  const current = (await refundsOf(tx, row.id)).find((r) => r.id === before.id);
  if (!current || isOver(current)) return;
  const attempt = (await operationOf(tx, current.opId))?.attempt ?? 1;
  // Two runs may read concurrently: a returned refund is recorded once, and never for an attempt that followed.
  if (RETURNED.has(made.status) && (current.state === 'failed' || answered !== attempt)) return;
  const at = { contractId: row.contract_id, milestoneId: row.id };
  const sent: Post = {
    ...refundSent(current),
    opId: `${current.opId}:a${attempt}:sent`,
    ...at,
    providerRef: made.balanceTransactionId,
  };
  if (RETURNED.has(made.status)) {
    await moveRefund(tx, current, 'failed', made.refundId);
    await appendEvent(tx, { ...at, type: 'refund_came_back', data: { amount: current.amount } });
    await notifyParty(tx, row, 'brand', 'refund_came_back', `${current.id}:${attempt}`, {
      amountMinor: current.amount,
    });
    await reopenOperation(tx, current.opId);
    await settleOperation(tx, current.opId, { state: 'failed', error: made.failureReason ?? made.status });
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
  // The provider debits the balance at once, even if the payer's bank credits later.
  const finished = made.status === 'succeeded';
  await moveRefund(tx, current, finished ? 'done' : 'pending', made.refundId);
  await settleOperation(tx, current.opId, { state: 'done', providerId: made.refundId });
  if (finished) await finish(tx, row, current, before.state === 'unknown' ? null : 'provider');
  await postAll(tx, [sent]);
}

/** An operator paid it from the platform's own bank account; what is left at the provider is the platform's now. */
async function settleByBank(ctx: SystemContext, milestoneId: string, before: RefundRow): Promise<void> {
  await withTx(ctx, async (tx) => {
    const row = await lockedMilestone(tx, milestoneId);
    if (!(await moveRefund(tx, before, 'by_bank'))) return;
    await tx.db
      .updateTable('refunds as r')
      .from('operations as o')
      .innerJoin('refund_decisions as d', (join) =>
        join.onRef('d.op_id', '=', 'o.op_id').onRef('d.attempt', '=', 'o.attempt'),
      )
      .set((eb) => ({ reference: eb.ref('d.reference') }))
      .whereRef('o.op_id', '=', 'r.op_id')
      .where('r.id', '=', before.id)
      .execute();
    await closeFailedOperation(tx, before.opId);
    await finish(tx, row, before, 'bank');
    await postAll(tx, [
      { ...refundByBank(before), opId: `${before.opId}:by_bank`, contractId: row.contract_id, milestoneId: row.id },
    ]);
  });
}

const chargeOf = (tx: SystemContext, paymentId: string) =>
  tx.db
    .selectFrom('payments as p')
    .innerJoin('quotes as q', 'q.id', 'p.quote_id')
    .select(['p.price', 'p.fee', 'p.tax', 'p.total', 'q.tax_country', 'q.tax_bps'])
    .where('p.id', '=', paymentId)
    .executeTakeFirstOrThrow();

/** `by`: who paid a refund that had come back; null when it had not come back. */
async function finish(
  tx: SystemContext,
  row: MilestoneRow,
  r: RefundRow,
  by: 'provider' | 'bank' | null,
): Promise<void> {
  if (!(await setPayment(tx, r.paymentId, 'refunding', 'refunded'))) {
    // The milestone had ended before the refund came back: it does not end again.
    if (!by) return;
    await appendEvent(tx, {
      contractId: row.contract_id,
      milestoneId: row.id,
      type: 'refund_made_good',
      data: { amount: r.amount, by },
    });
    await notifyParty(tx, row, 'brand', 'refund_made_good', `${r.id}:${by}:${tx.clock.now().getTime()}`, {
      amountMinor: r.amount,
    });
    return;
  }
  if (r.reason === 'late_payment') {
    await notifyParty(tx, row, 'brand', 'payment_refunded_late', r.id, { amountMinor: r.amount });
  } else {
    const moved = await milestoneMove(tx, row, 'finishRefund', { refunded_at: tx.clock.now(), deadline_at: null });
    await appendEvent(tx, {
      contractId: row.contract_id,
      milestoneId: row.id,
      type: 'refunded',
      data: { amount: r.amount, reason: r.reason },
    });
    await notifyParty(tx, moved, 'brand', 'milestone_refunded', 'refunded', { amountMinor: r.amount });
    await notifyParty(tx, moved, 'creator', 'milestone_refunded', 'refunded', {
      amountMinor: settlementOf(await chargeOf(tx, r.paymentId), r.reason, row.terms.killFeeBps, row.currency).back
        .price,
    });
    await endDealIfOver(tx, moved);
  }
  const charge = await chargeOf(tx, r.paymentId);
  const { back } = settlementOf(charge, r.reason, row.terms.killFeeBps, row.currency);
  await issueDocument(tx, {
    kind: 'credit_note',
    orgId: row.brand_org,
    currency: row.currency,
    amount: r.amount,
    contractId: row.contract_id,
    milestoneId: row.id,
    data: {
      deal: row.contract_title,
      milestone: row.title,
      seller: row.creator_name,
      reason: r.reason,
      paymentId: r.paymentId,
      corrects: (await numbersOfPayment(tx, { milestoneId: row.id, paymentId: r.paymentId })).join(' · ') || null,
      price: back.price,
      fee: back.fee,
      tax: back.tax,
      feeBps: row.fee_bps,
      taxBps: charge.tax_bps,
      taxCountry: charge.tax_country,
      ...(await buyerOf(tx, row.brand_org, row.brand_name)),
    },
  });
}

/**
 * Marks a settled refund as unknown when the provider reports that it came back; the workflow reads it again. Returns
 * whether there is one.
 */
export async function markRefundUnknown(
  tx: ServiceContext,
  input: { milestoneId: string; providerId: string },
): Promise<boolean> {
  const marked = await tx.db
    .updateTable('refunds')
    .set({ state: 'unknown' })
    .where('milestone_id', '=', input.milestoneId)
    .where('provider_id', '=', input.providerId)
    .where('state', '=', 'done')
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}
