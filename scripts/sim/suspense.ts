import type { ErrorCode } from '../../server/core/errors.ts';
import { CURRENCIES, type Currency } from '../../server/core/money.ts';
import { MISMATCH, parkOp, PROCESSING_MS, returnOp } from '../../server/features/payments/rules.ts';
import type { Post } from '../../server/features/ledger/service.ts';
import { asProviderError, refusedWith } from '../../server/features/provider-calls/provider-error.ts';
import type { Payment as AtProvider } from '../../server/integrations/stripe/provider.ts';
import type { Command } from './commands.ts';
import { FLOAT } from './deal.ts';
import { movePayment } from './abandon.ts';
import { leadOf, linesOf } from './joint.ts';
import { lookUp } from './look-up.ts';
import { claim, event, isSuspended, milestoneOf, moveOperation, settle, signal, takeOffHold } from './moves.ts';
import type { Random } from './random.ts';
import { execute } from './release.ts';
import {
  disputesOfPayment,
  endReturned,
  openDecision,
  refundedOf,
  suspendedLeft,
  wasReturnRefused,
  type SuspenseDecision,
} from './returned.ts';
import type { Steps } from './runs.ts';
import { secure } from './secure.ts';
import { date, IDS, milestoneIdOf, nowOf, type Payment, type Sim } from './state.ts';

/*
 * Payments that are not what was quoted: another sum, or converted on their way. They are parked until two staff members have
 * decided, as `payments/confirm` and `payments/suspense` of the product do it.
 */

export type Suspense =
  | { do: 'settlesIn'; other: boolean }
  | { do: 'decideSuspense'; m: number; way: SuspenseDecision['way'] };

export class NotBookedYet extends Error {
  override readonly name = 'NotBookedYet';
}

/** What charges in the deal's currency settle in while it is converted, and the rate. */
export function otherOf(currency: Currency): { currency: Currency; rate: number } {
  const other = currency === 'EUR' ? 'USD' : 'EUR';
  return { currency: other, rate: { EUR: 1.1, USD: 0.9, JPY: 0.006, KWD: 3, GBP: 1.2, CAD: 0.7 }[currency] };
}

/** Charges settle in another currency from now on, in which the platform has money of its own; or no more. */
function settlesIn(s: Sim, converted: boolean): void {
  const { currency } = s.deal;
  const other = otherOf(currency);
  s.provider.settle(currency, converted ? other : null);
  s.converts = converted;
  const opId = `float:${IDS.contract}:${other.currency}`;
  if (!converted || s.books.posted.has(opId)) return;
  const made = s.provider.createTopUp({
    opId,
    idempotencyKey: opId,
    amount: FLOAT,
    currency: other.currency,
    description: 'Platform float',
  });
  s.books.post([
    { ...s.rules.postings.floatTopUp(other.currency, FLOAT), opId, providerRef: made.balanceTransactionId },
  ]);
}

/** `suspend` of the product. */
export function suspend(s: Sim, lead: Payment, made: AtProvider): string {
  const settled = made.settled!;
  if (!isSuspended(s, lead)) {
    const dueAt = date(s.now + PROCESSING_MS);
    for (const line of linesOf(s, lead)) {
      movePayment(s, line, {
        state: 'processing',
        failureCode: MISMATCH,
        chargeId: made.chargeId,
        ...(line.leadId === null ? { intentId: made.paymentIntentId } : {}),
      });
      const row = milestoneOf(s, line.milestoneId);
      // Held for another payment that was decided just now, it stays so and has the time for this one.
      const before = row.funding_deadline_at;
      if (row.state === 'awaiting_funding' && row.holds.includes('recon_drift') && before && before < dueAt)
        Object.assign(row, { deadline_at: dueAt, funding_deadline_at: dueAt, version: row.version + 1 });
      if (s.rules.takesPayment(row.state) && !row.holds.includes('recon_drift')) {
        row.holds = [...row.holds, 'recon_drift'];
        if (row.state === 'funding') row.deadline_at = dueAt;
        if (row.state === 'awaiting_funding')
          for (const clock of ['deadline_at', 'funding_deadline_at'] as const)
            if (row[clock]! < dueAt) row[clock] = dueAt;
        row.version += 1;
      }
      event(s, row, 'payment_suspended', { amount: line.total });
    }
    moveOperation(s, lead.opId, ['claimed', 'waiting', 'unknown', 'done', 'failed'], 'unknown');
  }
  const { currency, amount, fee } = settled;
  s.books.post([
    {
      ...s.rules.postings.suspenseIn(currency!, amount),
      opId: parkOp({ op_id: lead.opId }),
      providerRef: made.balanceTransactionId,
    },
    ...(fee > 0 ? [{ ...s.rules.postings.providerFeePosting(currency!, fee), opId: `${lead.opId}:fee` }] : []),
  ]);
  return 'held';
}

/** `proposeSuspense` and `confirmSuspense` at once. Answers the refusal, or null. */
function decideSuspense(s: Sim, lead: Payment, way: SuspenseDecision['way']): ErrorCode | null {
  if (openDecision(s, lead.milestoneId)) return 'state.already_decided';
  const made = s.provider.retrievePayment(lead.intentId!);
  if (way === 'accept' && made.refunded > 0) return 'suspense.partly_refunded';
  if (way !== 'return' && isDisputed(s, lead)) return 'suspense.disputed';
  if (way === 'paid_by_bank' && isUnread(s, lead, made)) return 'suspense.disputed';
  if (way === 'accept' && !mayAccept(s, lead, made)) return 'suspense.not_acceptable';
  if (way === 'paid_by_bank' && !wasReturnRefused(s, lead)) return 'suspense.return_first';
  const attempt = s.suspenseDecisions.filter((d) => d.paymentId === lead.id).length + 1;
  const amount = way === 'paid_by_bank' ? leftOf(s, lead, made) : null;
  s.suspenseDecisions.push({ paymentId: lead.id, attempt, way, amount, state: 'open' });
  const ended = s.rules.isTerminal(milestoneOf(s, lead.milestoneId).state);
  signal(s, lead.milestoneId, ended ? 'restarted' : 'payment');
  return null;
}

const leftOf = (s: Sim, lead: Payment, made: AtProvider): number =>
  suspendedLeft(s, lead)?.amount ?? made.amountReceived - made.refunded;

const isDisputed = (s: Sim, lead: Payment): boolean => disputesOfPayment(s, lead).some((d) => d.state !== 'won');

/** The provider has a dispute of it that is not read yet. */
const isUnread = (s: Sim, lead: Payment, made: AtProvider): boolean =>
  made.disputed && (disputesOfPayment(s, lead).length === 0 || isDisputed(s, lead));

const mayAccept = (s: Sim, lead: Payment, made: AtProvider): boolean =>
  linesOf(s, lead).every((line) =>
    s.rules.isAcceptable(
      { ...lead.whole, currency: s.deal.currency },
      { received: made.amountReceived, currency: made.currency, settled: made.settled },
      s.rules.isLate(line, milestoneOf(s, line.milestoneId), nowOf(s)),
    ),
  );

/** `applyDecision` of the product. */
export function* applyDecision(s: Sim, caller: string, decision: SuspenseDecision): Steps<string> {
  const lead = s.payments.find((p) => p.id === decision.paymentId)!;
  const truth = yield* lookUp(s, { ...lead });
  if (truth.is !== 'succeeded') return 'not there to be decided about';
  if (decision.way === 'return') return yield* giveBack(s, { decision, lead, made: truth.payment, caller });
  const matter = { decision, lead, made: truth.payment, caller };
  return decision.way === 'accept' ? accept(s, matter) : payByBank(s, matter);
}

interface Matter {
  decision: SuspenseDecision;
  lead: Payment;
  made: AtProvider;
  /** Whose workflow carries it out. */
  caller: string;
}

function fail(decision: SuspenseDecision, why: string): string {
  if (decision.state === 'open') decision.state = 'failed';
  return why;
}

function* giveBack(s: Sim, { decision, lead, made: charged, caller }: Matter): Steps<string> {
  const opId = returnOp(lead.id, decision.attempt);
  const { amountReceived, refunded } = charged;
  if (!isSuspended(s, lead)) return 'done before';
  if (isReturnHeld(s, lead)) return 'held';
  if (s.stopped) return 'money-out is stopped';
  const booked = refundedOf(s, lead);
  if (booked !== refunded && !s.operations.has(opId)) return fail(decision, 'refunded at the provider');
  const amount = amountReceived - booked;
  claim(s, opId);
  const chargeId = charged.chargeId!;
  let answer;
  try {
    answer = yield* execute(s, opId, {
      find: () => s.provider.findRefund(opId, chargeId),
      create: (idempotencyKey) =>
        s.provider.createRefund({ opId, idempotencyKey, chargeId, amount, metadata: { milestone_id: caller } }),
    });
  } catch (error) {
    const refused = asProviderError(error);
    if (!refused?.provenNotCreated || !refusedWith(error, 'invalid', 'not_found')) throw error;
    settle(s, opId, 'failed');
    return fail(decision, refused.code);
  }
  const made = answer.made.balanceTransactionId ? answer.made : s.provider.retrieveRefund(answer.made.refundId);
  const parked = suspendedLeft(s, lead);
  if (s.rules.isBackAgain(made)) {
    settle(s, opId, 'failed');
    s.books.post(backAgain(s, opId, [made.balanceTransactionId, made.failureBalanceTransactionId]));
    return fail(decision, made.status);
  }
  if (!made.balanceTransactionId) throw new NotBookedYet(made.refundId);
  const line = s.provider.retrieveBalanceTransaction(made.balanceTransactionId);
  if (!isSuspended(s, lead)) return 'done before';
  const posts: Post[] = [];
  if (parked) {
    const out = -line.amount;
    const { postings } = s.rules;
    posts.push({ ...postings.suspenseOut(line.currency, out), opId: `${opId}:sent`, providerRef: line.id });
    if (line.fee > 0) posts.push({ ...postings.providerFeePosting(line.currency, line.fee), opId: `${opId}:sent:fee` });
    if (line.currency === parked.currency && out !== parked.amount)
      posts.push({
        ...postings.suspenseDifference(line.currency, out - parked.amount),
        opId: `${opId}:difference`,
      });
  }
  settle(s, opId, 'done');
  endReturned(s, lead, amountReceived, caller);
  decision.state = 'done';
  s.books.post(posts);
  return 'went back';
}

/** A return that its bank sent back before it was booked: both movements are, and the money waits as before. */
const backAgain = (s: Sim, opId: string, ids: readonly (string | null)[]): Post[] =>
  ids.flatMap((id, i) => {
    if (!id) return [];
    const line = s.provider.retrieveBalanceTransaction(id);
    return [
      {
        ...s.rules.postings.unidentifiedMovement(line.currency, line.amount),
        opId: `${opId}:${i === 0 ? 'sent' : 'failed'}`,
        providerRef: id,
      },
    ];
  });

/** What a return waits for. */
function isReturnHeld(s: Sim, lead: Payment): boolean {
  const rows = linesOf(s, lead).map((line) => milestoneOf(s, line.milestoneId));
  return (
    rows.some((row) => s.rules.takesPayment(row.state) && s.rules.refundsStop(row.holds)) ||
    disputesOfPayment(s, lead).some((d) => d.state === 'open')
  );
}

function payByBank(s: Sim, { decision, lead, made, caller }: Matter): string {
  if (!isSuspended(s, lead)) return 'done before';
  if (isReturnHeld(s, lead)) return 'held';
  if (refundedOf(s, lead) !== made.refunded) return fail(decision, 'refunded at the provider');
  if (isUnread(s, lead, made)) return fail(decision, 'disputed');
  if (leftOf(s, lead, made) !== decision.amount) return fail(decision, 'the money has changed');
  const left = suspendedLeft(s, lead);
  endReturned(s, lead, made.amountReceived, caller);
  decision.state = 'done';
  if (left)
    s.books.post([
      {
        ...s.rules.postings.parkedSettled(left.currency, left.amount, { to: 'paid_by_bank', brandOrg: IDS.brand }),
        opId: `${parkOp({ op_id: lead.opId })}:by_bank`,
      },
    ]);
  return 'paid by bank';
}

function accept(s: Sim, { decision, lead, made, caller }: Matter): string {
  if (!isSuspended(s, lead)) return 'done before';
  if (!mayAccept(s, lead, made)) return fail(decision, 'not acceptable');
  if (made.refunded > 0) return fail(decision, 'refunded at the provider');
  if (isDisputed(s, lead)) return fail(decision, 'disputed');
  const lines = linesOf(s, lead);
  const charges = s.rules.lines.acceptedCharges(
    made.amountReceived,
    lines.map((line) => ({ ...line, tax_bps: s.deal.taxBps })),
    s.deal.currency,
  );
  const whole = s.rules.lines.sumOf(charges);
  for (const [i, line] of lines.entries()) Object.assign(line, charges[i], { whole });
  const posts = lines.map((line): Post => ({
    ...s.rules.postings.acceptedPosting(s.rules.booksOf(milestoneOf(s, line.milestoneId), s.deal.taxCountry), line),
    opId: line.opId,
  }));
  for (const line of lines) takeOffHold(s, milestoneOf(s, line.milestoneId), 'recon_drift');
  decision.state = 'done';
  secure(s, lines, made, { posts, caller });
  return 'funded';
}

/** Carries one out. */
export function suspense(s: Sim, c: Suspense): ErrorCode | 'done' | 'nothing' {
  if (c.do === 'settlesIn') {
    settlesIn(s, c.other);
    return 'done';
  }
  const line = s.payments.find((p) => p.milestoneId === milestoneIdOf(c.m) && isSuspended(s, p));
  return line ? (decideSuspense(s, leadOf(s, line), c.way) ?? 'done') : 'nothing';
}

/** So many deals have payments that are not what was quoted, so many of their pages take another sum. */
const SUSPENSE_DEALS = 0.2;
const OTHER_SUM_OFTEN = 0.35;
const CONVERTED_OFTEN = 0.06;
const DECIDED_OFTEN = 0.2;
const DISPUTED_OFTEN = 0.12;
const RULED_OFTEN = 0.15;

const WAYS = ['return', 'accept'] as const;

export const hasSuspense = (random: Random): boolean => random.chance(SUSPENSE_DEALS);

export const suspendedOf = (s: Sim): Payment[] => s.payments.filter((p) => p.leadId === null && isSuspended(s, p));

/** What staff decide at the end about the first that waits; null: nothing waits. */
export function lastSuspense(s: Sim): Command | null {
  const lead = suspendedOf(s).find((p) => !openDecision(s, p.milestoneId));
  if (!lead) return null;
  return { do: 'decideSuspense', m: milestoneOf(s, lead.milestoneId).seq, way: 'return' };
}

/** What the card's bank does with suspended money; null: nothing. */
function atItsBank(s: Sim, random: Random, lead: Payment): Command | null {
  const m = milestoneOf(s, random.pick(linesOf(s, lead)).milestoneId).seq;
  const [dispute] = disputesOfPayment(s, lead);
  if (!dispute)
    return random.chance(DISPUTED_OFTEN)
      ? { do: 'dispute', m, inquiry: random.chance(0.2), fraud: random.chance(0.4) }
      : null;
  if (!random.chance(RULED_OFTEN)) return null;
  return dispute.state === 'open'
    ? { do: 'rule', m, outcome: random.pick(['won', 'lost'] as const) }
    : { do: 'overturn', m };
}

/** The command as such a deal plays it: another sum is taken, or staff decide, or charges are converted. */
export function inSuspense(s: Sim, random: Random, command: Command): Command {
  const [waiting] = suspendedOf(s);
  if (waiting && random.chance(DECIDED_OFTEN)) {
    const { milestoneId } = random.pick(linesOf(s, leadOf(s, waiting)));
    return {
      do: 'decideSuspense',
      m: milestoneOf(s, milestoneId).seq,
      way: random.pick([...WAYS, ...(wasReturnRefused(s, leadOf(s, waiting)) ? (['paid_by_bank'] as const) : [])]),
    };
  }
  const atBank = waiting && atItsBank(s, random, waiting);
  if (atBank) return atBank;
  const isPaying = s.milestones.some((row) => row.state === 'funding' || row.state === 'awaiting_funding');
  if (s.converts ? random.chance(2 * CONVERTED_OFTEN) : isPaying && random.chance(CONVERTED_OFTEN))
    return { do: 'settlesIn', other: !s.converts };
  if (command.do !== 'fund' || command.mishap || !random.chance(OTHER_SUM_OFTEN)) return command;
  const { step } = CURRENCIES[s.deal.currency];
  return { ...command, mishap: { takes: random.pick([-5, -2, -1, 1, 3]) * step } };
}
