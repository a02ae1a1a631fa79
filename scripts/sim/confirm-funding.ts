import type { Post } from '../../server/features/ledger/service.ts';
import { PROCESSING_MS } from '../../server/features/payments/rules.ts';
import { refusedWith } from '../../server/features/provider-calls/provider-error.ts';
import type { Payment as AtProvider } from '../../server/integrations/stripe/provider.ts';
import { attemptsOf, movePayment } from './funding.ts';
import { event, milestoneOf, move, settle, signal } from './moves.ts';
import { leadOf, linesOf, rivalsOf } from './joint.ts';
import { decideLateRefund, refund } from './refund.ts';
import { write, type Steps } from './runs.ts';
import { nowOf, type Payment, type Sim, type SimMilestone } from './state.ts';

type Truth =
  | { is: 'succeeded'; payment: AtProvider }
  | { is: 'processing'; intentId: string }
  | { is: 'failed'; code: string }
  | { is: 'open'; declined: string | null }
  | { is: 'gone' };

function byPayment(s: Sim, intentId: string): Truth {
  const payment = s.provider.retrievePayment(intentId);
  switch (payment.status) {
    case 'succeeded':
      return { is: 'succeeded', payment };
    case 'processing':
      return { is: 'processing', intentId };
    case 'canceled':
      return { is: 'failed', code: 'canceled' };
    default:
      return { is: 'open', declined: payment.failure ? (payment.failure.declineCode ?? payment.failure.code) : null };
  }
}

function* lookUp(s: Sim, p: Payment): Steps<Truth> {
  const named =
    p.intentId ??
    s.inbox.findLast(
      (e) => e.milestoneId === p.milestoneId && e.paymentId === p.id && e.type.startsWith('payment_intent.'),
    )?.objectId;
  if (!named) return yield* byPage(s, p, p.failureCode);
  const truth = byPayment(s, named);
  return truth.is === 'open' ? yield* byPage(s, p, truth.declined) : truth;
}

function* byPage(s: Sim, p: Payment, declined: string | null): Steps<Truth> {
  const over = p.expiresAt.getTime() <= s.now;
  const sessionId = p.sessionId ?? s.provider.findCheckout(p.opId)?.sessionId;
  if (!sessionId) return over ? { is: 'gone' } : { is: 'open', declined };
  let page = s.provider.retrieveCheckout(sessionId);
  if (page.status === 'open' && over) {
    try {
      page = yield* write(s, (provider) => provider.expireCheckout(sessionId));
    } catch (error) {
      if (!refusedWith(error, 'invalid')) throw error;
      page = s.provider.retrieveCheckout(sessionId);
    }
  }
  if (page.status === 'open') return { is: 'open', declined };
  if (page.status === 'expired') return { is: 'gone' };
  if (!page.paymentIntentId) throw new Error('a completed page without a payment');
  const truth = byPayment(s, page.paymentIntentId);
  return truth.is === 'open' ? { is: 'failed', code: truth.declined ?? 'declined' } : truth;
}

const isReported = (s: Sim, p: Payment): boolean =>
  s.inbox.some((e) => e.paymentId === p.id && e.type === 'payment_intent.succeeded' && e.state === 'pending');

function settleEvents(s: Sim, p: Payment, type?: string): void {
  for (const e of s.inbox)
    if (e.paymentId === p.id && e.milestoneId === p.milestoneId && e.state === 'pending' && (!type || e.type === type))
      e.state = 'applied';
}

/** `confirmFunding` of the product: reads the payments from the provider and books them. */
export function* confirmFunding(s: Sim, milestoneId: string): Steps<string> {
  const attempts = attemptsOf(s, milestoneId);
  const isActive = (p: Payment): boolean => s.rules.isActive(p.state);
  const isPayable = (lead: Payment): boolean =>
    linesOf(s, lead).some((line) => s.rules.takesPayment(milestoneOf(s, line.milestoneId).state));
  const made = attempts
    .filter((p) => !isActive(p) && !s.rules.holdsMoney(p.state) && isReported(s, leadOf(s, p)))
    .map((p) => leadOf(s, p))
    .reverse();
  const active = attempts.findLast((p) => isActive(p));
  if (made.length === 0) {
    if (!active) return 'no payment under way';
    const lead = leadOf(s, active);
    const ends = attempts.some((p) => s.rules.holdsMoney(p.state)) && !isPayable(lead);
    return yield* confirmPayment(s, { ...lead }, { caller: milestoneId, ends });
  }
  const summaries: string[] = [];
  for (const row of made) {
    summaries.push(yield* confirmPayment(s, { ...row }, { caller: milestoneId, ends: false }));
    for (const rival of rivalsOf(s, row))
      yield* confirmPayment(s, { ...rival }, { caller: milestoneId, ends: !isPayable(rival) });
  }
  return summaries.join('; ');
}

/** `row`: the first line of a payment, as it was read. */
function* confirmPayment(s: Sim, row: Payment, { caller, ends }: { caller: string; ends: boolean }): Steps<string> {
  const truth = yield* lookUp(s, ends ? { ...row, expiresAt: nowOf(s) } : row);
  const payment = { ...s.payments.find((p) => p.id === row.id)! };
  if (s.rules.holdsMoney(payment.state)) return 'already confirmed';
  const lines = linesOf(
    s,
    s.payments.find((p) => p.id === row.id)!,
  );
  switch (truth.is) {
    case 'open':
      if (truth.declined) {
        if (truth.declined !== payment.failureCode) movePayment(s, payment, { failureCode: truth.declined });
        settleEvents(s, payment, 'payment_intent.payment_failed');
      }
      return 'not paid yet';
    case 'processing':
      for (const line of lines) {
        if (line.state === 'processing') continue;
        movePayment(s, line, {
          state: 'processing',
          ...(line.leadId === null ? { intentId: truth.intentId } : {}),
        });
        const milestone = milestoneOf(s, line.milestoneId);
        if (milestone.state !== 'funding') continue;
        milestone.deadline_at = new Date(s.now + PROCESSING_MS);
        milestone.version += 1;
      }
      settleEvents(s, payment);
      return 'processing';
    case 'failed':
    case 'gone':
      settle(s, payment.opId, 'failed');
      settleEvents(s, payment);
      for (const line of lines) giveUp(s, line, truth.is === 'failed' ? truth.code : null, caller);
      return truth.is;
    case 'succeeded': {
      settleEvents(s, payment);
      const late = secure(s, lines, truth.payment, caller);
      for (const milestoneId of late) yield* refund(s, milestoneId);
      return late.length > 0 ? 'late' : 'funded';
    }
  }
}

function giveUp(s: Sim, payment: Payment, code: string | null, caller: string): void {
  const milestone = milestoneOf(s, payment.milestoneId);
  movePayment(
    s,
    payment,
    code ? { state: 'failed', failureCode: code, sessionUrl: null } : { state: 'expired', sessionUrl: null },
  );
  if (milestone.state !== 'funding') return;
  move(s, milestone, 'abandonPayment', { deadline_at: milestone.funding_deadline_at });
  event(s, milestone, code ? 'payment_failed' : 'payment_expired');
  if (milestone.id !== caller) signal(s, milestone.id, 'payment_expired');
}

/** Answers the milestones that had ended, whose refunds are claimed. */
function secure(s: Sim, lines: readonly Payment[], made: AtProvider, caller: string): string[] {
  const { rules } = s;
  for (const line of lines)
    movePayment(s, line, {
      state: 'paid',
      ...(line.leadId === null ? { intentId: made.paymentIntentId } : {}),
      chargeId: made.chargeId,
      sessionUrl: null,
      failureCode: null,
    });
  settle(s, lines[0]!.opId, 'done');
  const fees = rules.lines.sharesOf(made.settled!.fee, lines);
  const posts = lines.flatMap((line, i): Post[] => [
    {
      ...rules.postings.fundedPosting(rules.booksOf(milestoneOf(s, line.milestoneId), s.deal.taxCountry), line),
      opId: line.opId,
      providerRef: made.balanceTransactionId,
    },
    ...(fees[i]! > 0
      ? [{ ...rules.postings.providerFeePosting(s.deal.currency, fees[i]!), opId: `${line.opId}:fee` }]
      : []),
  ]);
  const late: string[] = [];
  for (const line of lines) {
    const milestone = milestoneOf(s, line.milestoneId);
    if (rules.isLate(line, milestone)) {
      late.push(milestone.id);
      posts.push(...giveBack(s, line, milestone, caller));
    } else fund(s, line, milestone, caller);
  }
  s.books.post(posts);
  return late;
}

function fund(s: Sim, payment: Payment, milestone: SimMilestone, caller: string): void {
  const { rules } = s;
  const now = nowOf(s);
  move(s, milestone, 'secure', {
    funded_at: now,
    deadline_at: rules.deadlines.funded(milestone.due_at, now, s.deal.clocks),
    hold_expires_at: rules.holdEnd(now),
  });
  event(s, milestone, 'funded', { amount: payment.price, change: { held: payment.price } });
  if (milestone.id !== caller) signal(s, milestone.id, 'funded');
}

/** Its share goes back to the brand. */
function giveBack(s: Sim, payment: Payment, milestone: SimMilestone, caller: string): Post[] {
  const back = decideLateRefund(s, milestone, payment);
  event(s, milestone, 'late_payment_refunded', { amount: payment.price, change: { refunded: payment.price } });
  if (!s.rules.isTerminal(milestone.state)) signal(s, milestone.id, 'refund');
  else if (milestone.id !== caller) signal(s, milestone.id, 'restarted');
  return back;
}
