import { PROCESSING_MS } from '../../server/features/payments/rules.ts';
import { movePayment } from './abandon.ts';
import { attemptsOf } from './funding.ts';
import { event, isSuspended, milestoneOf, move, settle, signal, wasReturned } from './moves.ts';
import { leadOf, linesOf, rivalsOf } from './joint.ts';
import { lookUp } from './look-up.ts';
import { refund } from './refund.ts';
import type { Steps } from './runs.ts';
import { arrival, secure } from './secure.ts';
import { nowOf, type Payment, type Sim } from './state.ts';
import { isAsQuoted, madeAllTheSame, openDecision } from './returned.ts';
import { applyDecision, suspend } from './suspense.ts';

function settleEvents(s: Sim, p: Payment, type?: string): void {
  for (const e of s.inbox)
    if (e.paymentId === p.id && e.milestoneId === p.milestoneId && e.state === 'pending' && (!type || e.type === type))
      e.state = 'applied';
}

/** `confirmFunding` of the product: reads the payments from the provider and books them. */
export function* confirmFunding(s: Sim, milestoneId: string): Steps<string> {
  const decided = openDecision(s, milestoneId);
  const decision = decided ? yield* applyDecision(s, milestoneId, decided) : null;
  const attempts = attemptsOf(s, milestoneId);
  const isActive = (p: Payment): boolean => s.rules.isActive(p.state);
  const isPayable = (lead: Payment): boolean =>
    linesOf(s, lead).some((line) => s.rules.takesPayment(milestoneOf(s, line.milestoneId).state));
  const made = madeAllTheSame(s, attempts);
  if (decision !== null && (made.length === 0 || attempts.some((p) => isSuspended(s, p)))) return decision;
  const active = attempts.findLast((p) => isActive(p));
  if (made.length === 0) {
    if (!active) return 'no payment under way';
    const lead = leadOf(s, active);
    const ends = attempts.some((p) => s.rules.holdsMoney(p.state)) && !isPayable(lead);
    return (yield* confirmPayment(s, { ...lead }, { caller: milestoneId, ends })).summary;
  }
  const summaries = decision === null ? [] : [decision];
  for (const row of made) {
    const how = { caller: milestoneId, ends: false };
    const first = yield* confirmPayment(s, { ...row }, how);
    for (const rival of rivalsOf(s, row))
      yield* confirmPayment(s, { ...rival }, { ...how, ends: first.waits || !isPayable(rival) });
    summaries.push((first.waits ? yield* confirmPayment(s, { ...row }, how) : first).summary);
  }
  return summaries.join('; ');
}

interface Confirmed {
  summary: string;
  /** Until no other payment of its milestones is under way. */
  waits: boolean;
}
const done = (summary: string): Confirmed => ({ summary, waits: false });

/** `row`: the first line of a payment, as it was read. */
function* confirmPayment(s: Sim, row: Payment, { caller, ends }: { caller: string; ends: boolean }): Steps<Confirmed> {
  const truth = yield* lookUp(s, ends ? { ...row, expiresAt: nowOf(s) } : row);
  const lead = s.payments.find((p) => p.id === row.id)!;
  const payment = { ...lead };
  if (s.rules.holdsMoney(payment.state) || wasReturned(s, payment)) return done('already confirmed');
  const lines = linesOf(s, lead);
  const isParked = truth.is === 'succeeded' && !isAsQuoted(s, lead, truth.payment);
  const rivals = (truth.is === 'processing' || isParked) && !s.rules.isActive(lead.state) ? rivalsOf(s, lead) : [];
  if (rivals.length > 0) return { summary: 'another payment is under way', waits: true };
  switch (truth.is) {
    case 'open':
      if (truth.declined) {
        if (truth.declined !== payment.failureCode) movePayment(s, payment, { failureCode: truth.declined });
        settleEvents(s, payment, 'payment_intent.payment_failed');
      }
      return done('not paid yet');
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
      return done('processing');
    case 'failed':
    case 'gone':
      settle(s, payment.opId, 'failed');
      settleEvents(s, payment);
      for (const line of lines) giveUp(s, line, truth.is === 'failed' ? truth.code : null, caller);
      return done(truth.is);
    case 'succeeded': {
      settleEvents(s, payment);
      if (isParked) return done(suspend(s, lead, truth.payment));
      const posts = arrival(s, lines, truth.payment);
      const late = secure(s, lines, truth.payment, { posts, caller });
      for (const milestoneId of late) yield* refund(s, milestoneId);
      return done(late.length > 0 ? 'late' : 'funded');
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
