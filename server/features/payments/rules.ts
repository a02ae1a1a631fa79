import { shareOf, stepOf, type Currency } from '../../core/money.ts';
import type { CaseKind } from '../cases/schema.ts';
import type { MilestoneState } from '../escrow/schema.ts';
import { fundableFromOf, HOLDING, isFundable } from '../escrow/timers/rules.ts';
import type { Charge } from '../ledger/charges/rules.ts';
import type { listPaymentsInput, PaymentState } from './schema.ts';
import type * as z from 'zod';

export const isActive = (state: PaymentState): boolean =>
  state === 'claimed' || state === 'open' || state === 'processing';
export const holdsMoney = (state: PaymentState): boolean =>
  state === 'paid' || state === 'refunding' || state === 'refunded';

/** Paid, but not what was quoted: the attempt stays under way until two staff members have decided about the money. */
export const MISMATCH = 'amount_mismatch';
interface Attempt {
  state: PaymentState;
  failure_code: string | null;
}
export const isSuspended = (payment: Attempt): boolean =>
  payment.state === 'processing' && payment.failure_code === MISMATCH;
export const wasReturned = (payment: Attempt): boolean =>
  payment.state === 'failed' && payment.failure_code === MISMATCH;

/** A payment funds a milestone in these states; for any other it came too late. */
export const takesPayment = (milestone: MilestoneState): boolean =>
  milestone === 'funding' || milestone === 'awaiting_funding';

/**
 * A payment comes too late for a milestone that has ended, is funded already, or was changed by an addendum: it has another
 * price, or longer clocks, with which its money could be held past the last day. In `funding` its clocks have not changed.
 */
export const isLate = (
  payment: { price: number },
  milestone: { state: MilestoneState; amount: number } & Parameters<typeof fundableFromOf>[0],
  now: Date,
): boolean =>
  !takesPayment(milestone.state) ||
  payment.price !== milestone.amount ||
  (milestone.state === 'awaiting_funding' && !isFundable(fundableFromOf(milestone), now));

/**
 * The sum that was quoted, in a currency that reached the balance as it is: a converted sum is not booked as the quoted
 * one.
 */
export const isAsQuoted = (
  quoted: { total: number; currency: Currency },
  arrived: { received: number; currency: Currency; settled: { amount: number; currency: Currency | null } },
): boolean =>
  arrived.received === quoted.total &&
  arrived.currency === quoted.currency &&
  arrived.settled.currency === quoted.currency &&
  arrived.settled.amount === quoted.total;

/**
 * Suspended money can count as the payment when it reached the balance whole in the deal's currency, is no less than the prices
 * of the milestones, no more than was quoted, and did not come too late for the milestone (`isLate`).
 */
export const isAcceptable = (
  quoted: { price: number; total: number; currency: Currency },
  arrived: {
    received: number;
    currency: Currency;
    settled: { amount: number; currency: Currency | null } | null;
  },
  late: boolean,
): boolean =>
  !late &&
  arrived.received >= quoted.price &&
  arrived.received <= quoted.total &&
  arrived.received % stepOf(quoted.currency) === 0 &&
  arrived.currency === quoted.currency &&
  arrived.settled?.currency === quoted.currency &&
  arrived.settled.amount === arrived.received;

/** Operation of a return of suspended money; `attempt`: of the decision, `%` for any. */
export const returnOp = (paymentId: string, attempt: number | '%'): string => `return:${paymentId}:${attempt}`;
const isReturn = (opId: string | undefined): boolean => opId?.startsWith('return:') ?? false;

/** Whether a refund is one of ours whose milestone sees to it; a return of suspended money has no row that does. */
export const isOwnRefund = (opId: string | undefined): boolean => opId !== undefined && !isReturn(opId);

/** Operation of the posting that parks such money. */
export const parkOp = (payment: { op_id: string }): string => `${payment.op_id}:suspense`;

/** Names the form of a signed quote. */
export const QUOTE_FORMAT = 'sponsio.quote/1';
/** How long a quote may be paid. */
export const QUOTE_MS = 30 * 60_000;
/** A quote with less time left than this is not shown again. */
export const QUOTE_FRESH_MS = 10 * 60_000;

/** A bank debit may take this long. */
export const PROCESSING_MS = 8 * 24 * 3_600_000;

/** Higher than the fee of any card; the platform's own money must cover it before a charge is made. */
export const EXPECTED_FEE_BPS = 400;
export const expectedProviderFee = (total: number, currency: Currency): number =>
  shareOf(total, EXPECTED_FEE_BPS, currency);

/** Provider fees that one brand's refunds may cost the platform in this many days, minor units; then an operator decides. */
export const FEE_CAP_DAYS = 30;
export const FEE_LOSS_CAP: Readonly<Record<Currency, number>> = {
  EUR: 50_000,
  GBP: 45_000,
  USD: 55_000,
  CAD: 75_000,
  JPY: 85_000,
  KWD: 170_000,
};

/** Operation of one attempt at paying. */
export const paymentOp = (milestoneId: string, attempt: number): string => `fund:${milestoneId}:${attempt}`;

/** Lines of the hosted payment page, which is outside our screens; the page itself is translated by the provider. */
export const checkoutLines = (
  prices: readonly { label: string; amount: number }[],
  charge: Pick<Charge, 'fee' | 'tax'>,
  labels: { fee: string; tax: string },
): { label: string; amount: number }[] =>
  [...prices, { label: labels.fee, amount: charge.fee }, { label: labels.tax, amount: charge.tax }].filter(
    (line) => line.amount > 0,
  );

type ListState = z.output<typeof listPaymentsInput>['state'];
/** Milestone states behind each filter of the list. */
export const LISTED_STATES: Record<ListState, readonly MilestoneState[]> = {
  held: HOLDING,
  to_approve: ['delivered'],
  released: ['releasing', 'released', 'settling', 'settled_split'],
  refunded: ['refunding', 'refunded'],
  disputed: ['disputed'],
  awaiting: ['awaiting_funding', 'funding'],
  all: [
    'awaiting_funding',
    'funding',
    ...HOLDING,
    'releasing',
    'released',
    'refunding',
    'refunded',
    'settling',
    'settled_split',
  ],
};

/** So long a payee may appeal against a ruling that keeps money the provider took back; until then it is not booked. */
export const RULING_APPEAL_MS = 14 * 24 * 3_600_000;

/** So soon after an appeal two others are due to decide anew. */
export const RULING_ANSWER_MS = 7 * 24 * 3_600_000;

/** Money that moved, or may move, without a call of ours. */
export type MoneyMatter = 'dispute' | 'fraud_warning' | 'reversal' | 'refund' | 'debt' | 'unknown';

/** A refund whose money is not on its way to the payer any more. */
export const isBackAgain = ({ status }: { status: string }): boolean => status === 'failed' || status === 'canceled';

/** Why a decision of two staff members about money could not be carried out, where no provider refused it. */
export const DECISION_FAILURES = ['disputed', 'money_changed', 'not_acceptable', 'refunded_at_provider'] as const;
export type DecisionFailure = (typeof DECISION_FAILURES)[number];

/** Kinds of case whose money two staff members settle. */
export const PARKS: readonly CaseKind[] = ['transfer_reversed', 'provider_refund', 'unknown_money_event'];
/**
 * Possible decisions about money that is parked for a case; `amount`: positive for received, negative for lost money.
 */
export function possibleOutcomes(
  kind: CaseKind,
  amount: number,
  ofBrand: boolean,
): ('platform' | 'paid_by_bank' | 'brand_owes')[] {
  if (!PARKS.includes(kind)) return [];
  if (amount > 0) return ['paid_by_bank', 'platform'];
  return ofBrand ? ['brand_owes', 'platform'] : ['platform'];
}

/** What a webhook of the provider is about. */
export type EventRoute =
  | { to: 'payment'; milestoneId: string; paymentId: string; key: string }
  | { to: 'refund'; milestoneId: string; key: string }
  | { to: 'payout'; payoutId: string; key: string }
  | { to: 'account'; orgId: string | null; key: string }
  | { to: 'money'; matter: MoneyMatter; key: string }
  | { to: 'none'; reason: string };

/** One signal per payment and provider state, whether a webhook or a reader of the page saw it first. */
export const paymentKey = (paymentId: string, status: string): string => `${paymentId}:${status}`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string | undefined): text is string => text !== undefined && UUID.test(text);

interface EventFacts {
  id: string;
  type: string;
  /** Connected account it happened in; null on the platform itself. */
  account?: string | null;
  metadata: Readonly<Record<string, string>>;
}

/** Why a kind of event needs no action. */
const EXPECTED: Record<string, string> = {
  'checkout.session.completed': 'the payment events decide',
  'checkout.session.async_payment_succeeded': 'the payment events decide',
  'checkout.session.async_payment_failed': 'the payment events decide',
  'charge.updated': 'the payment events decide',
  'charge.pending': 'the payment events decide',
  'charge.failed': 'nothing was paid',
  'charge.captured': 'the payment events decide',
  'charge.expired': 'nothing was paid',
  'charge.refunded': 'the refund events decide',
  'charge.refund.updated': 'the refund events decide',
  'payment_intent.created': 'nothing is paid yet',
  'payment_intent.requires_action': 'the payer is being asked',
  'topup.created': 'the money is not here yet',
  'topup.canceled': 'nothing arrived',
  'topup.failed': 'nothing arrived',
  'balance.available': 'balances are compared, not followed',
};

/** Families of events about the platform's own money; any other event moves none. */
const ABOUT_MONEY =
  /^(charge|refund|transfer|payout|topup|application_fee|issuing_transaction|radar\.early_fraud_warning)\./;

/** A call of ours carries its operation's id, and was booked with its answer. */
const isOurs = (metadata: EventFacts['metadata']): boolean => metadata['op_id'] !== undefined;

/**
 * Routes an event to the code that reads its object again; the content of the event itself is not trusted. `key`
 * collapses events about the same state. Refused cards end nothing: the payer is still on the page. An unknown event
 * that moves money goes to staff and is never ignored.
 */
export function routeOf({ id, type, account, metadata }: EventFacts): EventRoute {
  const { milestone_id: milestoneId, payment_id: paymentId, payout_id: payoutId, org_id: orgId } = metadata;
  // A payee may make payments of its own with any metadata; payments of deals are the platform's.
  const aboutPlatform = /^(payment_intent|checkout|charge|refund|transfer|topup|radar)\./.test(type);
  if (account && aboutPlatform) return { to: 'none', reason: 'of a connected account' };
  if (type in EXPECTED) return { to: 'none', reason: EXPECTED[type]! };
  if (type.startsWith('charge.dispute.')) return { to: 'money', matter: 'dispute', key: id };
  if (type.startsWith('radar.early_fraud_warning.')) return { to: 'money', matter: 'fraud_warning', key: id };
  if (type === 'transfer.reversed') return { to: 'money', matter: 'reversal', key: id };
  if (
    isUuid(metadata['debt_payment_id']) &&
    /^(payment_intent\.(succeeded|processing)|checkout\.session\.expired)$/.test(type)
  )
    return { to: 'money', matter: 'debt', key: id };
  if (type.startsWith('payment_intent.')) {
    if (!isUuid(milestoneId) || !isUuid(paymentId))
      return { to: 'none', reason: 'not a payment of ours; its charge decides' };
    const status = type.slice('payment_intent.'.length);
    return {
      to: 'payment',
      milestoneId,
      paymentId,
      key: paymentKey(paymentId, status === 'payment_failed' ? id : status),
    };
  }
  if (type === 'checkout.session.expired') {
    return isUuid(milestoneId) && isUuid(paymentId)
      ? { to: 'payment', milestoneId, paymentId, key: paymentKey(paymentId, 'expired') }
      : { to: 'none', reason: 'not a payment of ours' };
  }
  if (type === 'charge.succeeded' && isUuid(paymentId)) return { to: 'none', reason: 'the payment events decide' };
  if (type.startsWith('refund.')) {
    if (!isUuid(milestoneId) || isReturn(metadata['op_id'])) return { to: 'money', matter: 'refund', key: id };
    return type === 'refund.created'
      ? { to: 'none', reason: 'our own call was answered' }
      : { to: 'refund', milestoneId, key: id };
  }
  if (type.startsWith('payout.')) {
    if (isUuid(payoutId)) return { to: 'payout', payoutId, key: id };
    return account ? { to: 'none', reason: 'not a payout of ours' } : { to: 'money', matter: 'unknown', key: id };
  }
  if (type.startsWith('account.') || type.startsWith('capability.'))
    return { to: 'account', orgId: isUuid(orgId) ? orgId : null, key: id };
  if (ABOUT_MONEY.test(type))
    return isOurs(metadata)
      ? { to: 'none', reason: 'our own call was answered' }
      : { to: 'money', matter: 'unknown', key: id };
  return { to: 'none', reason: 'not about money' };
}

/** Channel on which the worker is notified of an event without a workflow. */
export const WEBHOOKS_CHANNEL = 'sponsio_webhooks';
