import type { ErrorCode } from '../../server/core/errors.ts';
import type { Currency, Money } from '../../server/core/money.ts';
import { RULING_APPEAL_MS } from '../../server/features/payments/rules.ts';
import type { Post } from '../../server/features/ledger/service.ts';
import type { BalanceTransaction, Refund as AtProvider } from '../../server/integrations/stripe/provider.ts';
import { settleRuling } from './fraud.ts';
import { groupOf, linesOf } from './joint.ts';
import { event, fundsMilestone, isSuspended, milestoneOf, putOnHold, signal, wasReturned } from './moves.ts';
import type { Leg } from './payout-row.ts';
import type { Random } from './random.ts';
import { date, nowOf, type Payment, type Sim, type StoredEvent, type Transfer } from './state.ts';
import { isBookedByHand, refundedByHand } from './returned.ts';

/*
 * Refunds and reversals of transfers that a person makes by hand at the provider: found by their events, parked, and decided
 * by two staff members, as `payments/webhooks` and `payments/suspense` of the product do it.
 */

/** Money that moved without a call of ours. */
export interface ParkedCase {
  kind: 'provider_refund' | 'transfer_reversed' | 'unknown_money_event';
  /** The provider's object, for the other lines of a joint payment with their number. */
  key: string;
  /** Null: of no transfer that is known. */
  milestoneId: string | null;
  paymentId: string | null;
  /** The transfer that was taken back, by its operation. */
  transfer: string | null;
  /** What moved on the provider's balance, as its postings name it. */
  lines: string[];
  /** Null while it is open. */
  outcome: Way | 'closed' | null;
}
export type Way = 'platform' | 'paid_by_bank' | 'brand_owes';
export interface ParkedDecision {
  key: string;
  way: Way;
  amount: number;
  currency: Currency;
  /** Which two staff members took it. */
  staff: 1 | 2;
  decidedAt: Date;
  /** The end of the time to appeal; null: it takes effect at once. */
  effectiveAt: Date | null;
  state: 'open' | 'appealed' | 'done' | 'failed';
}

export type ByHand =
  | { do: 'refundByHand'; m: number; permille: number }
  | { do: 'reverse'; n: number; permille: number }
  | { do: 'decideParked'; n: number; way: Way; staff: 1 | 2 }
  | { do: 'appealParked'; n: number };

export const parkedIdOf = (c: ParkedCase): string => `${c.kind} ${c.key}`;

/** The charge of a milestone's newest payment, also one that is not booked yet. */
export function chargeOf(s: Sim, milestoneId: string): string | null {
  const line = s.payments.findLast((p) => p.milestoneId === milestoneId);
  if (!line || wasReturned(s, line)) return null;
  if (line.chargeId) return line.chargeId;
  const lead = s.payments.find((p) => p.id === (line.leadId ?? line.id))!;
  const page = lead.sessionId ? s.provider.retrieveCheckout(lead.sessionId) : null;
  const made = page?.paymentIntentId ? s.provider.retrievePayment(page.paymentIntentId) : null;
  return made?.settled ? made.chargeId : null;
}

/** Of a sum, at least its smallest part, in the currency's steps. */
const partOf = (s: Sim, sum: number, permille: number): number => {
  const step = s.rules.stepOf(s.deal.currency);
  return Math.max(step, Math.floor((sum * permille) / 1_000 / step) * step);
};

/** Transfers that were sent and not taken back as a whole. */
const reversible = (s: Sim): Transfer[] => s.transfers.filter((t) => t.state === 'sent' && t.reversed < t.amount);

const openCases = (s: Sim): ParkedCase[] => s.parked.filter((c) => c.outcome === null);
const openRulings = (s: Sim): ParkedDecision[] =>
  s.parkedDecisions.filter((d) => d.state === 'open' && d.effectiveAt !== null);
const nth = <T>(all: readonly T[], n: number): T | undefined => all[n % Math.max(1, all.length)];

/** Carries one out. */
export function byHand(s: Sim, c: ByHand): ErrorCode | 'done' | 'nothing' {
  s.notes.byHand = '';
  switch (c.do) {
    case 'refundByHand': {
      const charge = chargeOf(s, s.milestones[c.m - 1]!.id);
      const left = charge === null ? 0 : s.provider.refundable(charge);
      if (charge === null || left === 0) return 'nothing';
      s.notes.byHand = charge;
      s.notes.amount = Math.min(left, partOf(s, left, c.permille));
      return s.provider.refundByHand(charge, s.notes.amount) ? 'done' : 'nothing';
    }
    case 'reverse': {
      const transfer = nth(reversible(s), c.n);
      const made = transfer && s.provider.findTransfer(transfer.opId, groupOf(s, transfer.milestoneId));
      if (!made || made.amountReversed === made.amount) return 'nothing';
      const left = made.amount - made.amountReversed;
      s.notes.byHand = made.transferId;
      s.notes.amount = Math.min(left, partOf(s, made.amount, c.permille));
      return s.provider.reverseByHand(made.transferId, s.notes.amount) ? 'done' : 'nothing';
    }
    case 'decideParked': {
      const found = nth(openCases(s), c.n);
      if (!found || isDecided(s, found)) return 'nothing';
      s.notes.byHand = parkedIdOf(found);
      return decide(s, found, c);
    }
    case 'appealParked': {
      const ruling = nth(openRulings(s), c.n);
      if (!ruling) return 'nothing';
      s.notes.byHand = ruling.key;
      if (ruling.effectiveAt! <= nowOf(s)) return 'payment.appeal_over';
      ruling.state = 'appealed';
      return 'done';
    }
  }
}

const isDecided = (s: Sim, c: ParkedCase): boolean =>
  s.parkedDecisions.some((d) => d.key === parkedIdOf(c) && d.state === 'open');

/** `parkedInLines` of the product: what of these lines is in suspense; null: nothing. */
export function parkedIn(s: Sim, c: ParkedCase): Money | null {
  const legs = c.lines.flatMap((line) => s.books.posted.get(`moved:${line}`)?.legs ?? []);
  const amount = legs.reduce((sum, leg) => sum + (leg.code === 'SUSPENSE' ? leg.credit - leg.debit : 0), 0);
  return amount === 0 ? null : { amount, currency: legs[0]!.currency };
}

/** `proposeParked` and `confirmParked` at once; a case about which nothing is parked any more is closed by one. */
function decide(s: Sim, c: ParkedCase, { way, staff }: Extract<ByHand, { do: 'decideParked' }>): ErrorCode | 'done' {
  const parked = parkedIn(s, c);
  if (!parked) {
    c.outcome = 'closed';
    if (c.kind === 'provider_refund' && c.milestoneId) signal(s, c.milestoneId, 'hold_cleared');
    return 'done';
  }
  const isOfOrg = c.paymentId !== null || c.transfer !== null;
  if (!s.rules.possibleOutcomes(c.kind, parked.amount, isOfOrg).includes(way)) return 'state.wrong';
  const before = s.parkedDecisions.filter((d) => d.key === parkedIdOf(c) && d.state === 'appealed');
  if (before.some((d) => d.staff === staff)) return 'payment.ruled_before';
  const rules = c.transfer !== null && way === 'platform';
  s.parkedDecisions.push({
    key: parkedIdOf(c),
    way,
    ...parked,
    staff,
    decidedAt: nowOf(s),
    effectiveAt: rules && before.length === 0 ? date(s.now + RULING_APPEAL_MS) : null,
    state: 'open',
  });
  return 'done';
}

/** `settleParked` of the product: books what was decided, in the order of the decisions. */
export function settleParked(s: Sim): void {
  const isDue = (d: { state: string; effectiveAt: Date | null }) =>
    d.state === 'open' && (!d.effectiveAt || d.effectiveAt <= nowOf(s));
  const due = [
    ...s.rulings.filter(isDue).map((d) => ({ at: d.decidedAt.getTime(), settle: () => settleRuling(s, d) })),
    ...s.parkedDecisions.filter(isDue).map((d) => ({ at: d.decidedAt.getTime(), settle: () => settleOne(s, d) })),
  ];
  for (const { settle } of due.toSorted((a, b) => a.at - b.at)) settle();
}

function settleOne(s: Sim, d: ParkedDecision): void {
  const c = s.parked.find((one) => parkedIdOf(one) === d.key)!;
  d.state = 'failed';
  if (c.outcome !== null || parkedIn(s, c)?.amount !== d.amount) return;
  d.state = 'done';
  c.outcome = d.way;
  if (d.way === 'brand_owes')
    s.debts.push({
      disputeId: d.key,
      milestoneId: c.milestoneId!,
      amount: -d.amount,
      cancelled: 0,
      paid: 0,
      written_off: 0,
      repaid: 0,
      regained: 0,
      setOff: 0,
    });
  const row = c.milestoneId === null ? null : milestoneOf(s, c.milestoneId);
  if (row && c.kind === 'provider_refund' && !s.rules.isTerminal(row.state)) signal(s, row.id, 'hold_cleared');
  const brandOrg = c.paymentId === null ? null : row!.brand_org;
  s.books.post([
    {
      ...s.rules.postings.parkedSettled(d.currency, d.amount, { to: d.way, brandOrg }),
      opId: `parked:${d.key}`,
    },
  ]);
}

/**
 * `caseAboutPayment` of the product opens a case, adds to an open one, or begins again about what moved since. False: all of it
 * was decided.
 */
function caseAbout(s: Sim, made: Omit<ParkedCase, 'outcome'>): boolean {
  const known: string[] = [];
  for (const again of ['', ':again']) {
    const key = `${made.key}${again}`;
    const lines = made.lines.filter((line) => !known.includes(line));
    if (again && lines.length === 0) return false;
    const before = s.parked.find((c) => c.kind === made.kind && c.key === key);
    if (!before) {
      s.parked.push({ ...made, key, lines, outcome: null });
      return true;
    }
    if (before.outcome === null) {
      if (lines.length > 0) before.lines = lines;
      return true;
    }
    known.push(...before.lines);
  }
  return false;
}

/** Parks lines of the balance, each under its name. */
const park = (
  s: Sim,
  lines: readonly { name: string; ref: string; amount: number; fee: number; currency: Currency }[],
): Post[] =>
  lines.flatMap(({ name, ref, amount, fee, currency }) => [
    ...(amount === 0
      ? []
      : [
          {
            ...s.rules.postings.unidentifiedMovement(currency, amount),
            opId: `moved:${name}`,
            providerRef: ref,
          },
        ]),
    ...(fee > 0 ? [{ ...s.rules.postings.providerFeePosting(currency, fee), opId: `moved:${name}:fee` }] : []),
  ]);

/** The first line of the payment behind a refund; `later`: it is not booked yet. */
function paymentBehind(s: Sim, refund: AtProvider): Payment | 'later' {
  const booked = (p: Payment) => s.rules.holdsMoney(p.state) || isSuspended(s, p) || wasReturned(s, p);
  const byCharge = s.payments.find((p) => p.chargeId === refund.chargeId && p.leadId === null);
  if (byCharge && booked(byCharge)) return byCharge;
  const named = s.provider.retrievePayment(refund.paymentIntentId!).metadata['payment_id'];
  const payment = s.payments.find((p) => p.id === named)!;
  return booked(payment) ? payment : 'later';
}

/** `followRefund` of the product. False: it is read again. */
export function followRefund(s: Sim, e: StoredEvent): boolean {
  const refund = s.provider.retrieveRefund(e.objectId);
  const { op_id: opId } = refund.metadata;
  if (s.rules.isOwnRefund(opId)) return true;
  if (opId !== undefined) {
    if (!s.rules.isBackAgain(refund)) return true;
    const { state } = s.operations.get(opId)!;
    if (state === 'claimed' || state === 'unknown') return false;
    if (state !== 'done') return true;
  }
  const lead = paymentBehind(s, refund);
  if (lead === 'later') return false;
  const isByHand = opId === undefined;
  const booked = isByHand && isSuspended(s, lead) ? refundedByHand(s, lead, refund) : null;
  if (booked) return booked === 'booked';
  const moved = [isByHand ? refund.balanceTransactionId : null, refund.failureBalanceTransactionId].flatMap(
    (id) => id ?? [],
  );
  const fresh = moved.filter((id) => !isBookedByHand(s, lead, id));
  if (fresh.length === 0 && moved.length > 0) return true;
  const lines = fresh.map((id) => s.provider.retrieveBalanceTransaction(id));
  const hold = s.rules.isBackAgain(refund) ? null : 'provider_refund';
  parkShares(s, lead, { kind: 'provider_refund', key: refund.refundId, hold, lines });
  return true;
}

interface Parking {
  kind: 'provider_refund' | 'unknown_money_event';
  key: string;
  hold: 'provider_refund' | null;
  lines: readonly BalanceTransaction[];
}

/** `caseAboutPayment` of the product: each milestone of a payment has its share and a case. */
export function parkShares(s: Sim, lead: Payment, { kind, key, hold, lines }: Parking): void {
  const all = linesOf(s, lead);
  const shares = s.rules.lines.divideLines(
    lines,
    all.map(({ total }) => total),
  );
  const posts: Post[] = [];
  for (const [i, payment] of all.entries()) {
    const row = milestoneOf(s, payment.milestoneId);
    const own = i === 0 ? '' : `:${i + 1}`;
    const parts = shares[i]!.map((part) => ({ ...part, name: `${part.id}${own}`, ref: part.id }));
    const isOpen = caseAbout(s, {
      kind,
      transfer: null,
      key: `${key}${own}`,
      milestoneId: row.id,
      paymentId: payment.id,
      lines: parts.filter(({ amount }) => amount !== 0).map(({ name }) => name),
    });
    const holds = isOpen && hold && s.rules.holdsInEscrow(row.state) && fundsMilestone(s, payment);
    if (holds && putOnHold(s, row, hold)) event(s, row, 'payment_on_hold');
    posts.push(...park(s, parts));
  }
  s.books.post(posts);
}

/** `followReversals` of the product. False: it is read again. */
export function followReversals(s: Sim, e: StoredEvent): boolean {
  const transfer = s.provider.retrieveTransfer(e.objectId);
  const ours = s.transfers.find((t) => t.opId === transfer.metadata['op_id']);
  // Made by a call of ours whose answer is not booked yet.
  if (ours && ours.state !== 'sent') return false;
  for (const reversal of s.provider.listReversals(transfer.transferId)) {
    const lines = reversal.balanceTransactionId
      ? [s.provider.retrieveBalanceTransaction(reversal.balanceTransactionId)]
      : [];
    const isNew = !s.parked.some((c) => c.kind === 'transfer_reversed' && c.key === reversal.reversalId);
    if (isNew)
      s.parked.push({
        kind: 'transfer_reversed',
        key: reversal.reversalId,
        milestoneId: ours?.milestoneId ?? null,
        paymentId: null,
        transfer: ours?.opId ?? null,
        lines: lines.map(({ id }) => id),
        outcome: null,
      });
    if (isNew && ours) {
      ours.reversed += reversal.amount;
      event(s, milestoneOf(s, ours.milestoneId), 'transfer_reversed', { amount: reversal.amount });
    }
    s.books.post(
      lines.map((line) => ({
        ...(ours
          ? s.rules.postings.transferReversed({ ...ours, amount: reversal.amount })
          : s.rules.postings.unidentifiedMovement(line.currency, line.net)),
        opId: `moved:${line.id}`,
        providerRef: line.id,
      })),
    );
  }
  return true;
}

/** Of a payee's transfers, what was taken back. */
export const reversedOf = (s: Sim, leg: Leg): number =>
  s.transfers.reduce((sum, t) => sum + (t.leg === leg ? t.reversed : 0), 0);

/** Whether a charge was refunded by hand for good: it does not cover the transfers of its lines any more. */
export const isRefundedByHand = (s: Sim, payment: Payment): boolean =>
  s.parked.some(
    (c) =>
      c.kind === 'provider_refund' &&
      (c.outcome === 'brand_owes' || c.outcome === 'platform') &&
      s.payments.some((p) => p.id === c.paymentId && p.chargeId === payment.chargeId),
  );

/** What staff decide at the end about the first case that waits; null: none does. */
export function lastDecision(s: Sim): ByHand | null {
  const open = openCases(s);
  const c = open.find((one) => !isDecided(s, one));
  if (!c) return null;
  const way = (parkedIn(s, c)?.amount ?? 0) > 0 ? 'paid_by_bank' : 'platform';
  const before = s.parkedDecisions.find((d) => d.key === parkedIdOf(c) && d.state === 'appealed');
  return { do: 'decideParked', n: open.indexOf(c), way, staff: before?.staff === 1 ? 2 : 1 };
}

/** So many deals have a person at the dashboard, who does so much there. */
const BY_HAND_DEALS = 0.25;
const BY_HAND_OFTEN = 0.08;
const REVERSED_OFTEN = 0.15;
const DECIDED_OFTEN = 0.2;
const SHARES = [1, 250, 333, 500, 1_000, 1_000] as const;
const WAYS = ['platform', 'paid_by_bank', 'brand_owes'] as const;

export const isByHand = (random: Random): boolean => random.chance(BY_HAND_DEALS);

/** What a person does at the provider's dashboard, or two staff members about it; null: nothing this time. */
export function byHandOf(s: Sim, random: Random): ByHand | null {
  if (openCases(s).length > 0 && random.chance(DECIDED_OFTEN)) {
    const n = random.int(0, 3);
    if (openRulings(s).length > 0 && random.chance(0.4)) return { do: 'appealParked', n };
    return { do: 'decideParked', n, way: random.pick(WAYS), staff: random.pick([1, 2] as const) };
  }
  if (reversible(s).length > 0 && random.chance(REVERSED_OFTEN))
    return { do: 'reverse', n: random.int(0, 3), permille: random.pick(SHARES) };
  const paid = s.milestones.filter((m) => s.payments.some((p) => p.milestoneId === m.id));
  if (paid.length === 0 || !random.chance(BY_HAND_OFTEN)) return null;
  return { do: 'refundByHand', m: random.pick(paid).seq, permille: random.pick(SHARES) };
}
