import type Stripe from 'stripe';
import { isCurrency, type Currency } from '../../core/money.ts';
import { ProviderError } from './errors.ts';
import type {
  BalanceAmount,
  BalanceLine,
  BalanceTransaction,
  Checkout,
  ConnectedAccount,
  Dispute,
  FraudWarning,
  Payment,
  Payout,
  ProviderEvent,
  Refund,
  Reversal,
  SavedMethod,
  Settled,
  Setup,
  TopUp,
  Transfer,
} from './objects.ts';

/** Converts Stripe's objects to the product's types. */

const idOf = (value: string | { id: string } | null | undefined): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : value.id;

const objectOf = <T extends { id: string }>(value: T | string | null | undefined): T | null =>
  value === null || value === undefined || typeof value === 'string' ? null : value;

export const date = (seconds: number): Date => new Date(seconds * 1000);
export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

function currencyOf(code: string | null | undefined): Currency {
  const upper = (code ?? '').toUpperCase();
  if (isCurrency(upper)) return upper;
  throw new ProviderError(`the provider answered with an unsupported currency: ${code}`, {
    kind: 'invalid',
    code: 'currency_unsupported',
    provenNotCreated: false,
  });
}

export function toCheckout(session: Stripe.Checkout.Session): Checkout {
  return {
    sessionId: session.id,
    status: (session.status ?? 'open') as Checkout['status'],
    paymentStatus: session.payment_status as Checkout['paymentStatus'],
    paymentIntentId: idOf(session.payment_intent),
    amountTotal: session.amount_total ?? 0,
    currency: currencyOf(session.currency),
    url: session.url,
    expiresAt: date(session.expires_at),
    metadata: session.metadata ?? {},
  };
}

/** Requires `setup_intent` to be expanded. */
export function toSetup(session: Stripe.Checkout.Session): Setup {
  return {
    sessionId: session.id,
    status: (session.status ?? 'open') as Setup['status'],
    url: session.url,
    methodId: idOf(objectOf(session.setup_intent as Stripe.SetupIntent | string | null)?.payment_method),
  };
}

export function toMethod(method: Stripe.PaymentMethod): SavedMethod {
  const { card, sepa_debit: debit } = method;
  return {
    methodId: method.id,
    customerId: idOf(method.customer),
    kind: card ? 'card' : 'bank_debit',
    brand: card?.brand ?? null,
    last4: card?.last4 ?? debit?.last4 ?? '',
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
  };
}

/** Requires `latest_charge.balance_transaction` to be expanded. */
export function toPayment(intent: Stripe.PaymentIntent): Payment {
  const charge = objectOf(intent.latest_charge as Stripe.Charge | string | null);
  const isLive = charge !== null && charge.status !== 'failed';
  const transaction = isLive ? objectOf(charge.balance_transaction as Stripe.BalanceTransaction | string | null) : null;
  const card = charge?.payment_method_details?.card;
  const failure = intent.last_payment_error;
  return {
    paymentIntentId: intent.id,
    status: intent.status as Payment['status'],
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: currencyOf(intent.currency),
    chargeId: isLive ? charge.id : null,
    balanceTransactionId: isLive ? idOf(charge.balance_transaction) : null,
    settled: transaction ? toSettled(transaction) : null,
    availableOn: transaction ? date(transaction.available_on) : null,
    card: card ? { brand: card.brand ?? 'unknown', last4: card.last4 ?? '' } : null,
    failure: failure
      ? { code: failure.code ?? 'unknown', declineCode: failure.decline_code ?? null, message: failure.message ?? '' }
      : null,
    nextUrl: intent.next_action?.redirect_to_url?.url ?? null,
    refunded: charge?.amount_refunded ?? 0,
    disputed: charge?.disputed ?? false,
    transferGroup: intent.transfer_group,
    metadata: intent.metadata,
  };
}

function toSettled({ currency, amount, fee, net }: Stripe.BalanceTransaction): Settled {
  const code = currency.toUpperCase();
  return { currency: isCurrency(code) ? code : null, amount, fee, net };
}

export function toTransfer(transfer: Stripe.Transfer): Transfer {
  return {
    transferId: transfer.id,
    amount: transfer.amount,
    amountReversed: transfer.amount_reversed,
    currency: currencyOf(transfer.currency),
    destination: idOf(transfer.destination) ?? '',
    balanceTransactionId: idOf(transfer.balance_transaction),
    metadata: transfer.metadata,
  };
}

export function toRefund(refund: Stripe.Refund): Refund {
  return {
    refundId: refund.id,
    status: (refund.status ?? 'pending') as Refund['status'],
    amount: refund.amount,
    currency: currencyOf(refund.currency),
    chargeId: idOf(refund.charge),
    paymentIntentId: idOf(refund.payment_intent),
    balanceTransactionId: idOf(refund.balance_transaction),
    failureBalanceTransactionId: idOf(refund.failure_balance_transaction),
    failureReason: refund.failure_reason ?? null,
    pendingReason: refund.pending_reason ?? null,
    metadata: refund.metadata ?? {},
  };
}

export function toPayout(payout: Stripe.Payout): Payout {
  return {
    payoutId: payout.id,
    status: payout.status as Payout['status'],
    amount: payout.amount,
    currency: currencyOf(payout.currency),
    arrivalDate: date(payout.arrival_date),
    balanceTransactionId: idOf(payout.balance_transaction),
    failureCode: payout.failure_code,
    metadata: payout.metadata ?? {},
  };
}

export function toTopUp(topup: Stripe.Topup): TopUp {
  return {
    topUpId: topup.id,
    status: topup.status as TopUp['status'],
    amount: topup.amount,
    currency: currencyOf(topup.currency),
    balanceTransactionId: idOf(topup.balance_transaction),
    metadata: topup.metadata,
  };
}

export function toBalanceTransaction(transaction: Stripe.BalanceTransaction): BalanceTransaction {
  return {
    id: transaction.id,
    type: transaction.type,
    amount: transaction.amount,
    fee: transaction.fee,
    net: transaction.net,
    currency: currencyOf(transaction.currency),
    sourceId: idOf(transaction.source as string | { id: string } | null),
    createdAt: date(transaction.created),
    availableOn: date(transaction.available_on),
  };
}

/** Of a transaction whose source is expanded. */
export function toBalanceLine(transaction: Stripe.BalanceTransaction): BalanceLine {
  const { source } = transaction;
  const object = typeof source === 'object' ? source : null;
  const metadata = object !== null && 'metadata' in object ? object.metadata : null;
  return {
    id: transaction.id,
    type: transaction.type,
    amount: transaction.amount,
    fee: transaction.fee,
    net: transaction.net,
    currency: transaction.currency.toUpperCase(),
    sourceId: idOf(source as string | { id: string } | null),
    opId: metadata?.['op_id'] ?? null,
    destination: object?.object === 'transfer' ? idOf(object.destination) : null,
    createdAt: date(transaction.created),
  };
}

/** Unsupported currencies are left out. */
export function toBalance(balance: Stripe.Balance): BalanceAmount[] {
  const amounts = new Map<Currency, BalanceAmount>();
  const add = (part: 'available' | 'pending', list: readonly { currency: string; amount: number }[]): void => {
    for (const { currency, amount } of list) {
      const code = currency.toUpperCase();
      if (!isCurrency(code)) continue;
      const entry = amounts.get(code) ?? { currency: code, available: 0, pending: 0 };
      amounts.set(code, { ...entry, [part]: entry[part] + amount });
    }
  };
  add('available', balance.available);
  add('pending', balance.pending);
  return [...amounts.values()];
}

/** Of each currency the account that a payout without a named one goes to. */
export function toBanks(external: readonly Stripe.ExternalAccount[]): ConnectedAccount['banks'] {
  const banks = external.filter((one): one is Stripe.BankAccount => one.object === 'bank_account');
  const byCurrency = new Map<Currency, ConnectedAccount['banks'][number]>();
  for (const bank of [...banks.filter((one) => one.default_for_currency), ...banks]) {
    const currency = bank.currency.toUpperCase();
    if (isCurrency(currency) && !byCurrency.has(currency))
      byCurrency.set(currency, {
        currency,
        last4: bank.last4,
        bankId: bank.fingerprint ?? bank.id,
        externalId: bank.id,
      });
  }
  return [...byCurrency.values()];
}

export function toAccount(
  account: Stripe.Account,
  external: readonly Stripe.ExternalAccount[],
  balance: Stripe.Balance,
): ConnectedAccount {
  const type = account.business_type;
  return {
    accountId: account.id,
    country: account.country ?? '',
    businessType: type ? (type === 'individual' ? 'individual' : 'company') : null,
    detailsSubmitted: account.details_submitted,
    payoutsEnabled: account.payouts_enabled,
    transfersActive: account.capabilities?.transfers === 'active',
    requirementsDue: account.requirements?.currently_due ?? [],
    pendingVerification: account.requirements?.pending_verification ?? [],
    disabledReason: account.requirements?.disabled_reason ?? null,
    banks: toBanks(external),
    defaultCurrency: (account.default_currency ?? '').toUpperCase(),
    balance: toBalance(balance),
    metadata: account.metadata ?? {},
  };
}

export function toDispute(dispute: Stripe.Dispute): Dispute {
  const due = dispute.evidence_details.due_by;
  return {
    disputeId: dispute.id,
    status: dispute.status,
    amount: dispute.amount,
    currency: currencyOf(dispute.currency),
    reason: dispute.reason,
    chargeId: idOf(dispute.charge) ?? '',
    paymentIntentId: idOf(dispute.payment_intent),
    evidenceDueBy: due === null ? null : date(due),
    submissions: dispute.evidence_details.submission_count,
    balanceTransactions: dispute.balance_transactions.map(toBalanceTransaction),
  };
}

export const toFraudWarning = (warning: Stripe.Radar.EarlyFraudWarning): FraudWarning => ({
  warningId: warning.id,
  actionable: warning.actionable,
  reason: warning.fraud_type,
  chargeId: idOf(warning.charge) ?? '',
  paymentIntentId: idOf(warning.payment_intent),
});

export const toReversal = (reversal: Stripe.TransferReversal): Reversal => ({
  reversalId: reversal.id,
  amount: reversal.amount,
  currency: currencyOf(reversal.currency),
  balanceTransactionId: idOf(reversal.balance_transaction),
  metadata: reversal.metadata ?? {},
});

export function toEvent(event: Stripe.Event): ProviderEvent {
  const { id, object, metadata, balance_transaction } = event.data.object as unknown as {
    id?: string;
    object?: string;
    metadata?: Record<string, string> | null;
    balance_transaction?: string | { id: string } | null;
  };
  return {
    id: event.id,
    type: event.type,
    created: date(event.created),
    ...(event.account === undefined ? {} : { account: event.account }),
    objectId: id ?? '',
    objectType: object ?? '',
    balanceTransactionId: idOf(balance_transaction),
    metadata: metadata ?? {},
  };
}
