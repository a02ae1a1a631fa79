import type { Post } from '../../server/features/ledger/service.ts';
import { wasTaken, type RefundReason, type Settlement } from '../../server/features/escrow/refund/rules.ts';
import { asProviderError, refusedWith } from '../../server/features/provider-calls/provider-error.ts';
import type { Refund as MadeByProvider } from '../../server/integrations/stripe/provider.ts';
import {
  claim,
  claimAgain,
  event,
  fundingPayments,
  holdForStaff,
  milestoneOf,
  moveOperation,
  operation,
  settle,
} from './moves.ts';
import {
  earnParts,
  execute,
  MoneyOutStopped,
  nextPart,
  prepareTransfers,
  release,
  releasePost,
  transfersOf,
} from './release.ts';
import { setOff } from './debts.ts';
import { decisionOf, finish, finishRefund, movePaid, refundsOf } from './finish.ts';
import { netBank, type Netted } from './netting.ts';
import type { Steps } from './runs.ts';
import { nowOf, type Payment, type Refund, type Sim, type SimMilestone } from './state.ts';

function settlementFor(s: Sim, row: SimMilestone, payment: Payment, reason: RefundReason): Settlement {
  const released = reason === 'late_payment' ? 0 : row.released_parts;
  const rest = s.rules.charges.restOfCharge(payment, released, row.currency);
  const settlement = s.rules.settlementOf(
    rest,
    { reason, killFeeBps: s.deal.killFeeBps, agreedKept: row.agreed_kept },
    row.currency,
  );
  if (reason !== 'late_payment') s.notes.kept.set(row.id, { amount: settlement.kept.price, reason, of: rest.price });
  return settlement;
}

/** The refund of a payment that came too late. */
export const decideLateRefund = (s: Sim, row: SimMilestone, payment: Payment): Post[] =>
  decideRefund(s, row, payment, {
    reason: 'late_payment',
    settlement: settlementFor(s, row, payment, 'late_payment'),
    netted: { byBank: 0, posts: [] },
  });

/** P8 and P9 for one payment: decides and claims the refund, and earns a kill fee. */
function decideRefund(
  s: Sim,
  row: SimMilestone,
  payment: Payment,
  { reason, settlement: { back, kept }, netted }: { reason: RefundReason; settlement: Settlement; netted: Netted },
): Post[] {
  const books = s.rules.booksOf(row, s.deal.taxCountry);
  const refund: Refund = {
    opId: `refund:${row.id}:${payment.attempt}`,
    paymentId: payment.id,
    brandOrg: row.brand_org,
    amount: back.total - netted.byBank,
    currency: row.currency,
    milestoneId: row.id,
    reason,
    state: 'claimed',
    providerId: null,
    createdAt: nowOf(s),
    beforeLoss: row.charged_back_at === null,
  };
  movePaid(payment, 'paid', 'refunding');
  if (refund.amount > 0) {
    claim(s, refund.opId);
    s.refunds.push(refund);
  }
  const posts: Post[] = [];
  if (kept.price > 0) {
    const part = nextPart(s, row, kept.price);
    const shares = s.rules.charges.commissionBetween(
      part.from,
      part.to,
      row.agency_org ? row.commission_bps : 0,
      row.currency,
    );
    const claims = prepareTransfers(s, row, shares, { n: part.n });
    posts.push(releasePost(s, row, { ...shares, fee: kept.fee }, part.n), ...claims);
  }
  posts.unshift(
    { ...s.rules.postings.refundDecided(books, back, payment.id), opId: `${refund.opId}:decide` },
    ...netted.posts,
    ...(refund.amount > 0 ? [{ ...s.rules.postings.refundClaimed(refund), opId: `${refund.opId}:a1:claim` }] : []),
  );
  return posts;
}

/** False: it waits for the platform's own money. */
function startRefund(s: Sim, row: SimMilestone): boolean {
  if (refundsOf(s, row.id).some((r) => r.reason !== 'late_payment')) return true;
  const payment = fundingPayments(s, row.id).find((p) => p.state === 'paid');
  if (!payment) throw new Error(`milestone ${row.id} has nothing to refund`);
  const reason = row.refund_reason as RefundReason;
  const settlement = settlementFor(s, row, payment, reason);
  const aside = row.charged_back_at === null ? 0 : s.books.of(row.id).disputed;
  const netted = netBank(s, row, { ...settlement, paymentId: payment.id });
  if (!netted) return false;
  const parts = earnParts(s, row);
  const posts = decideRefund(s, row, payment, { reason, settlement, netted });
  const [back, kept] = [settlement.back.price, settlement.kept.price];
  event(s, row, 'refund_started', {
    amount: back,
    change: { held: aside - (back + kept), disputed: -aside, refunded: back, released: kept },
  });
  const lifted: Post[] =
    aside > 0
      ? [
          {
            ...s.rules.postings.disputeLifted(s.rules.booksOf(row, ''), aside),
            opId: `refund:${row.id}:${payment.attempt}:free`,
          },
        ]
      : [];
  if (netted.byBank === settlement.back.total) {
    movePaid(payment, 'refunding', 'refunded');
    finishRefund(s, row, settlement.back.total);
  }
  s.books.post([...lifted, ...parts, ...posts]);
  return true;
}

/** `refundNetted` of the product. */
export function* refund(s: Sim, milestoneId: string): Steps<string> {
  const summary = yield* refundOnce(s, milestoneId);
  s.books.post(setOff(s, milestoneOf(s, milestoneId)));
  return summary;
}

/** Decide and claim, act, confirm. */
function* refundOnce(s: Sim, milestoneId: string): Steps<string> {
  const row = milestoneOf(s, milestoneId);
  const settling = row.state === 'settling';
  holdForStaff(s, row);
  if (s.rules.refundsStop(row.holds)) return 'held';
  let isStopped = false;
  if (row.state === 'refunding') {
    if (s.stopped) isStopped = true;
    else if (!startRefund(s, row)) return 'held';
  }
  const isDisputed = (r: Refund) => s.disputes.some((d) => d.paymentId === r.paymentId && d.state === 'open');
  const open = refundsOf(s, milestoneId)
    .filter((r) => !s.rules.isOver(r) && !isDisputed(r) && (r.state !== 'failed' || decisionOf(s, r)))
    .map((r) => ({ ...r, decision: decisionOf(s, r) }));
  let failure: unknown = null;
  for (const r of open) {
    try {
      if (r.state === 'failed' && r.decision === 'paid_by_bank') settleByBank(s, row, r);
      else yield* settleOne(s, row, r);
    } catch (error) {
      if (!settling) throw error;
      failure ??= error;
    }
  }
  if (settling) {
    // The creator's leg of a settlement does not wait for the brand's, nor fail with it.
    const state = yield* release(s, milestoneId);
    if (failure !== null) throw failure;
    return state;
  }
  if (refundsOf(s, milestoneId).some((r) => !s.rules.isOver(r))) return 'under way';
  if (isStopped) return 'money-out is stopped';
  return transfersOf(s, milestoneId).some((t) => t.state !== 'sent') ? yield* release(s, milestoneId) : 'refunded';
}

function* settleOne(s: Sim, row: SimMilestone, r: Refund): Steps<void> {
  let answer: { made: MadeByProvider; attempt: number } | null;
  if ((r.state === 'pending' || r.state === 'unknown') && r.providerId) {
    const { attempt } = operation(s, r.opId);
    answer = { made: s.provider.retrieveRefund(r.providerId), attempt };
  } else answer = yield* make(s, row, r);
  if (answer) confirm(s, row, r, answer);
}

function* make(s: Sim, row: SimMilestone, r: Refund): Steps<{ made: MadeByProvider; attempt: number } | null> {
  const chargeId = s.payments.find((p) => p.id === r.paymentId)!.chargeId!;
  if (r.state === 'failed') {
    if (s.stopped) return null;
    claimRefundAgain(s, r);
  }
  const { attempt } = operation(s, r.opId);
  try {
    return yield* execute(s, r.opId, {
      find: () => {
        const found = s.provider.findRefund(r.opId, chargeId);
        return found && s.rules.isOfAttempt(found, r.providerId) ? found : null;
      },
      create: (idempotencyKey) =>
        s.provider.createRefund({
          opId: r.opId,
          idempotencyKey,
          chargeId,
          amount: r.amount,
          metadata: { milestone_id: row.id },
        }),
    });
  } catch (error) {
    if (error instanceof MoneyOutStopped) return null;
    const refused = asProviderError(error);
    if (!refused || !refusedWith(error, 'invalid', 'not_found') || !refused.provenNotCreated) throw error;
    markRefused(s, row, r, attempt);
    return null;
  }
}

const currentOf = (s: Sim, r: Refund): Refund => s.refunds.find((x) => x.opId === r.opId)!;

function claimRefundAgain(s: Sim, r: Refund): void {
  const current = currentOf(s, r);
  if (current.state !== r.state) return;
  const op = operation(s, r.opId);
  current.state = 'claimed';
  claimAgain(s, op);
  s.books.post([{ ...s.rules.postings.refundClaimed(r), opId: `${r.opId}:a${op.attempt + 1}:claim` }]);
}

function markRefused(s: Sim, row: SimMilestone, r: Refund, attempt: number): void {
  const current = currentOf(s, r);
  const op = operation(s, r.opId);
  if (op.attempt !== attempt || current.state !== 'claimed') return;
  current.state = 'failed';
  settle(s, r.opId, 'failed');
  event(s, row, 'refund_refused', { amount: r.amount });
  s.books.post([{ ...s.rules.postings.refundRefused(current), opId: `${r.opId}:a${op.attempt}:refused` }]);
}

/** Books the provider's answer, once for each attempt. */
function confirm(
  s: Sim,
  row: SimMilestone,
  before: Refund,
  { made, attempt: answered }: { made: MadeByProvider; attempt: number },
): void {
  const current = currentOf(s, before);
  const { attempt } = operation(s, current.opId);
  const outcome = s.rules.refundOutcome(current.state, made, answered === attempt);
  if (outcome === 'ignored') return;
  const sent: Post = {
    ...s.rules.postings.refundSent(current),
    opId: `${current.opId}:a${attempt}:sent`,
    providerRef: made.balanceTransactionId,
  };
  if (outcome === 'failed') {
    const left = wasTaken(made) || s.books.posted.has(sent.opId);
    Object.assign(current, { state: 'failed', providerId: made.refundId });
    event(s, row, left ? 'refund_came_back' : 'refund_refused', { amount: current.amount });
    moveOperation(s, current.opId, ['done'], 'claimed');
    settle(s, current.opId, 'failed');
    if (!left) {
      s.books.post([{ ...s.rules.postings.refundRefused(current), opId: `${current.opId}:a${attempt}:refused` }]);
      return;
    }
    s.books.post([
      sent,
      {
        ...s.rules.postings.refundFailed(current),
        opId: `${current.opId}:a${attempt}:failed`,
        providerRef: made.failureBalanceTransactionId,
      },
    ]);
    return;
  }
  Object.assign(current, { state: outcome, providerId: made.refundId });
  settle(s, current.opId, 'done');
  if (outcome === 'done') finish(s, row, current, before.state === 'unknown' ? null : 'provider');
  if (wasTaken(made)) s.books.post([sent]);
}

function settleByBank(s: Sim, row: SimMilestone, before: Refund): void {
  const current = currentOf(s, before);
  if (current.state !== before.state) return;
  current.state = 'by_bank';
  moveOperation(s, before.opId, ['failed'], 'done');
  finish(s, row, current, 'bank');
  s.books.post([{ ...s.rules.postings.refundByBank(before), opId: `${before.opId}:by_bank` }]);
}
