import type { Post } from '../../server/features/ledger/service.ts';
import { CLAIM_LIMIT_MS } from '../../server/features/escrow/timers/rules.ts';
import type { RefundState } from '../../server/features/escrow/schema.ts';
import type { MoneyMatter } from '../../server/features/payments/rules.ts';
import { allocate } from '../../server/core/money.ts';
import type { Dispute as AtBank, ProviderEvent } from '../../server/integrations/stripe/provider.ts';
import { isSetAside } from './contest-moves.ts';
import { confirmDebt, lossOf, recovered, sweepDebts } from './debts.ts';
import { beginSuspicion, endSuspicion } from './fraud.ts';
import { unearnedOf } from './guarantee.ts';
import {
  disputesOf,
  event,
  fundsMilestone,
  isSuspended,
  milestoneOf,
  move,
  openCase,
  putOnHold,
  signal,
  takeOffHold,
  wasReturned,
} from './moves.ts';
import { bankDisputeOf, linesOf } from './joint.ts';
import { followRefund, followReversals, parkShares, settleParked } from './parked.ts';
import { earnParts } from './release.ts';
import { disputesOfPayment, endByBank, isReturnUnderWay, openDecision, refundedOf } from './returned.ts';
import { date, nowOf, type Dispute, type Payment, type Sim, type SimMilestone, type StoredEvent } from './state.ts';

/** After this long an event that was passed on and not read is passed on again. */
const PATIENCE_MS = 60_000;
/** Events that young are still on their way. */
const GRACE_MS = 5_000;

/** `receiveWebhook` of the product: stores the event once and signals its workflow. */
export function receive(s: Sim, e: ProviderEvent): void {
  if (s.inbox.some((known) => known.id === e.id)) return;
  const route = s.rules.routeOf(e);
  const toMilestone = route.to === 'payment' || route.to === 'refund' ? route.milestoneId : null;
  const stored: StoredEvent = {
    id: e.id,
    type: e.type,
    objectId: e.objectId,
    milestoneId: toMilestone,
    paymentId: e.metadata['payment_id'] ?? null,
    metadata: e.metadata,
    state:
      route.to === 'none'
        ? 'ignored'
        : route.to === 'payout' || (route.to === 'account' && route.orgId !== null)
          ? 'applied'
          : 'pending',
    receivedAt: nowOf(s),
  };
  s.inbox.push(stored);
  if (!toMilestone) return;
  if (route.to === 'payment') {
    if (s.notes.outcomes.has(route.key)) return;
    s.notes.outcomes.add(route.key);
  }
  signal(s, toMilestone, route.to);
}

/** `sweepWebhooks` of the product: sees to the events that are still pending. */
export function sweep(s: Sim): void {
  for (const e of [...s.inbox]) {
    const isOwn = e.milestoneId === null;
    if (e.state === 'pending' && (isOwn || e.receivedAt.getTime() < s.now - GRACE_MS)) apply(s, e);
  }
  settleParked(s);
  sweepDebts(s);
}

function apply(s: Sim, e: StoredEvent): void {
  const route = s.rules.routeOf(e);
  if (route.to === 'money') return followMoney(s, e, route.matter);
  if (route.to !== 'payment' && route.to !== 'refund') {
    e.state = route.to === 'none' ? 'ignored' : 'applied';
    return;
  }
  const refund =
    e.type === 'refund.failed'
      ? s.refunds.find((r) => r.milestoneId === route.milestoneId && r.providerId === e.objectId && r.state === 'done')
      : undefined;
  if (refund) refund.state = 'unknown';
  if (route.to === 'payment') {
    const payment = s.payments.find((p) => p.id === route.paymentId);
    const paid = e.type === 'payment_intent.succeeded';
    const isRead = payment && (s.rules.holdsMoney(payment.state) || wasReturned(s, payment));
    if (!payment || isRead || (!s.rules.isActive(payment.state) && !paid)) {
      e.state = payment ? 'applied' : 'ignored';
      return;
    }
  }
  const row = milestoneOf(s, route.milestoneId);
  const ended = s.rules.isTerminal(row.state);
  if (!refund && !ended && s.now - e.receivedAt.getTime() < PATIENCE_MS) return;
  signal(s, row.id, ended ? 'restarted' : route.to);
  if (route.to === 'refund') e.state = 'applied';
}

function followMoney(s: Sim, e: StoredEvent, matter: MoneyMatter): void {
  if (matter === 'debt') {
    if (!confirmDebt(s, e.metadata['debt_payment_id'] ?? '')) return;
  } else if (matter === 'refund') {
    if (!followRefund(s, e)) return;
  } else if (matter === 'reversal') {
    if (!followReversals(s, e)) return;
  } else if (e.type.startsWith('charge.dispute.')) {
    const dispute = s.provider.retrieveDispute(e.objectId);
    const payment = bookedPayment(s, dispute.chargeId);
    if (!payment || (isSuspended(s, payment) && hasUnbooked(s, payment))) return;
    settleDispute(s, payment, e.objectId);
  } else {
    const warning = s.provider.retrieveFraudWarning(e.objectId);
    const payment = bookedPayment(s, warning.chargeId);
    if (!payment) return;
    for (const [i, line] of linesOf(s, payment).entries()) {
      const row = milestoneOf(s, line.milestoneId);
      const key = s.rules.cardDisputes.shareId(warning.warningId, i);
      const known = s.cases.find((c) => c.kind === 'fraud_warning' && c.key === key);
      if (!known) s.cases.push({ kind: 'fraud_warning', key, milestoneId: row.id, open: true });
      const holds = known?.open !== false && s.rules.holdsInEscrow(row.state) && fundsMilestone(s, line);
      if (holds && putOnHold(s, row, 'fraud_warning')) event(s, row, 'payment_on_hold');
    }
  }
  e.state = 'applied';
}

/** A refund of a suspended payment that is not booked yet. */
const hasUnbooked = (s: Sim, lead: Payment): boolean =>
  isReturnUnderWay(s, lead) || refundedOf(s, lead) !== s.provider.retrievePayment(lead.intentId!).refunded;

/** The first line of the payment behind a charge. */
const bookedPayment = (s: Sim, chargeId: string): Payment | undefined =>
  s.payments.find(
    (p) =>
      p.chargeId === chargeId &&
      p.leadId === null &&
      (s.rules.holdsMoney(p.state) || isSuspended(s, p) || wasReturned(s, p)),
  );

interface DisputeShare {
  payment: Payment;
  id: string;
  before: Dispute | undefined;
  amount: number;
  lines: AtBank['balanceTransactions'];
}

/** `sharesOfDispute` of the product: by the rows that it was opened with, else by what is left of each line on the charge. */
function sharesOf(s: Sim, lead: Payment, dispute: AtBank): DisputeShare[] {
  const { cardDisputes, lines: rules } = s.rules;
  const known = s.disputes.filter((d) => bankDisputeOf(d.id) === dispute.disputeId);
  const rowOf = (line: Payment) => known.find((d) => d.paymentId === line.id);
  const all = linesOf(s, lead);
  const lines = known.length > 0 ? all.filter(rowOf) : all;
  const refunded = (id: string, counts: (state: RefundState) => boolean): number =>
    s.refunds.reduce((sum, r) => sum + (r.paymentId === id && counts(r.state) ? r.amount : 0), 0);
  const returned = new Map(
    lines.map(({ id }) => [
      id,
      {
        decided: refunded(id, (state) => state !== 'failed'),
        made: refunded(id, (state) => state === 'pending' || state === 'done'),
      },
    ]),
  );
  const weights =
    known.length > 0 ? lines.map((line) => rowOf(line)!.amount) : cardDisputes.leftOf(lines, returned, dispute.amount);
  const taking = lines.map((line, i) => ({ line, weight: weights[i]! })).filter(({ weight }) => weight > 0);
  const parts = taking.map(({ weight }) => weight);
  const amounts = allocate(dispute.amount, parts);
  const moved = rules.divideLines(dispute.balanceTransactions, parts);
  return taking.flatMap(({ line }, i): DisputeShare[] => {
    if (amounts[i]! <= 0) return [];
    const before = rowOf(line);
    const id = before?.id ?? cardDisputes.shareId(dispute.disputeId, i);
    return [{ payment: line, id, before, amount: amounts[i]!, lines: moved[i]! }];
  });
}

/** `settleDispute` of the product: brings a dispute to the provider's current state. */
function settleDispute(s: Sim, lead: Payment, disputeId: string): void {
  const rules = s.rules.cardDisputes;
  const dispute = s.provider.retrieveDispute(disputeId);
  const state = rules.disputeStateOf(dispute, rules.outstanding(dispute));
  const posts: Post[] = [];
  const suspended = isSuspended(s, lead);
  for (const { payment, id, before, amount, lines } of sharesOf(s, lead, dispute)) {
    const row = milestoneOf(s, payment.milestoneId);
    const funds = fundsMilestone(s, payment);
    const takes = rules.takesOf({ funds, suspended: suspended || wasReturned(s, payment) }, before);
    const share = { ...dispute, disputeId: id, amount, balanceTransactions: lines };
    const next: Dispute = {
      id,
      paymentId: payment.id,
      milestoneId: row.id,
      amount,
      fraud: rules.suspectsFraud(dispute),
      state,
      withdrawn: Math.max(rules.outstanding(share), 0),
      withdrawn_currency: dispute.balanceTransactions[0]?.currency ?? null,
      set_aside: before?.set_aside ?? false,
      returned: before?.returned ?? 0,
      suspended: takes === 'suspended',
    };
    posts.push(
      ...(next.suspended ? [] : recovered(s, row, before, next)),
      // What moves after suspended money went back is parked as a whole.
      ...(next.suspended && !suspended ? [] : rules.inOrderOfBooking(lines)).flatMap(
        (line) => rules.linePost(share, line, next.suspended) ?? [],
      ),
    );
    const others = disputesOf(s, row.id).filter((d) => d.id !== id && d.state !== 'won');
    if (!before) s.disputes.push(next);
    posts.push(...(takes === 'milestone' ? change : applyToOther)(s, row, before, next, others));
    if (before) Object.assign(before, next);
  }
  s.books.post(posts);
  if (suspended) followSuspended(s, lead);
  else if (s.disputes.some((d) => bankDisputeOf(d.id) === disputeId && d.suspended)) parkAfterwards(s, lead, dispute);
}

/** `applyToOther` of the product: a payment that does not fund its milestone leaves that alone. */
function applyToOther(s: Sim, row: SimMilestone, before: Dispute | undefined, next: Dispute): Post[] {
  if (next.suspended) return [];
  if (before?.state === 'open' && next.state !== 'open') signal(s, row.id, 'refund');
  return next.state === 'lost' && s.rules.cardDisputes.owedByBrand(next, []) ? lossOf(s, row, next) : [];
}

/** `followSuspended` of the product: what its bank keeps of a suspended payment ends it. */
function followSuspended(s: Sim, lead: Payment): void {
  if (disputesOfPayment(s, lead).some((d) => d.state === 'open')) return;
  if (!endByBank(s, lead) && openDecision(s, lead.milestoneId)) signal(s, lead.milestoneId, 'payment');
}

/** `parkAfterwards` of the product: what a bank moves of a suspended payment that is over. */
function parkAfterwards(s: Sim, lead: Payment, dispute: AtBank): void {
  const own = s.disputes.filter((d) => bankDisputeOf(d.id) === dispute.disputeId);
  const lines = dispute.balanceTransactions.filter(
    (line) => !own.some((d) => s.books.posted.has(`dispute:${d.id}:${line.id}`)),
  );
  const about = { kind: 'unknown_money_event', key: `${dispute.disputeId}:after` } as const;
  if (lines.length > 0) parkShares(s, lead, { ...about, hold: null, lines });
}

function change(
  s: Sim,
  row: SimMilestone,
  before: Dispute | undefined,
  next: Dispute,
  others: readonly Dispute[],
): Post[] {
  const { cardDisputes: rules, postings } = s.rules;
  const posts: Post[] = [];
  const isNew = rules.isNewDispute(before, next);
  const setAside = rules.setsAside(s.rules.holdsInEscrow(row.state) || awaitsRefund(s, row), next, others);
  // A dispute between the sides has set the money aside already, and goes on after this one.
  const contested = row.state === 'disputed' && isSetAside(s, row);
  const rest = () => s.rules.restOf(row);
  if (isNew && next.state !== 'won') {
    const suspected = next.fraud && s.rules.holdsInEscrow(row.state);
    putOnHold(s, row, 'card_dispute');
    if (suspected) {
      beginSuspicion(s, row, next.id);
      if (putOnHold(s, row, 'fraud_warning')) event(s, row, 'payment_on_hold');
    }
  }
  if (setAside) posts.push(...earnParts(s, row));
  if (setAside || (isNew && next.state !== 'won'))
    event(s, row, 'payment_disputed', {
      amount: next.amount,
      change: setAside && !contested ? { held: -rest(), disputed: rest() } : {},
    });
  if (setAside) {
    next.set_aside = true;
    if (!contested)
      posts.push({
        ...postings.disputeOpened(s.rules.booksOf(row, ''), rest()),
        opId: `dispute:${next.id}:aside:${row.version}`,
      });
  }
  if (next.state === 'won' && before && before.state !== 'won') {
    const last = others.length === 0;
    const after = rules.asideAfter(others);
    const free = next.set_aside && !after && !contested;
    const aside = free ? rest() + unearnedOf(s, row) : 0;
    event(s, row, 'dispute_won', {
      amount: next.amount,
      change: free ? { held: aside, disputed: -aside } : {},
    });
    if (free)
      posts.push({
        ...postings.disputeLifted(s.rules.booksOf(row, ''), aside),
        opId: `dispute:${next.id}:back:${row.version}`,
      });
    if (next.set_aside && after) after.set_aside = true;
    next.set_aside = false;
    endSuspicion(s, [next.id]);
    if (!openCase(s, row, 'fraud_warning')) takeOffHold(s, row, 'fraud_warning');
    if (last) takeOffHold(s, row, 'float_short');
  }
  if (next.state === 'lost' && before?.state !== 'lost') event(s, row, 'dispute_lost', { amount: next.amount });
  const isNewLoss = rules.isNewLoss(before, next);
  if (next.state === 'lost' && rules.owedByBrand(next, others)) posts.push(...lossOf(s, row, next));
  if (isNewLoss || (next.state !== 'open' && next.state !== before?.state)) afterDecision(s, row, next, others);
  return posts;
}

/** Whether the refund of an ended milestone has not begun. */
const awaitsRefund = (s: Sim, row: SimMilestone): boolean =>
  row.state === 'refunding' && !s.refunds.some((r) => r.milestoneId === row.id && r.reason !== 'late_payment');

/** `afterDecision` of the product: deadlines go on, and a payment that its bank keeps ends work that waits for no verdict. */
function afterDecision(s: Sim, row: SimMilestone, next: Dispute, others: readonly Dispute[]): void {
  const all = next.state === 'won' ? others : [next, ...others];
  if (all.some((d) => d.state === 'open')) return;
  takeOffHold(s, row, 'card_dispute');
  const lost = s.rules.cardDisputes.isChargedBack(all);
  if ((row.charged_back_at !== null) !== lost) {
    row.charged_back_at = lost ? nowOf(s) : null;
    row.version += 1;
  }
  if (!lost || !s.rules.endsByBank(row.state) || !all.some((d) => d.set_aside)) return;
  endSuspicion(
    s,
    all.map((d) => d.id),
  );
  if (!openCase(s, row, 'fraud_warning')) takeOffHold(s, row, 'fraud_warning');
  move(s, row, 'endByBank', { deadline_at: date(s.now + CLAIM_LIMIT_MS), refund_reason: 'charged_back' });
  event(s, row, 'charged_back', { amount: s.rules.restOf(row) });
  signal(s, row.id, 'charged_back');
}
