import type { Currency } from '../../core/money.ts';
import type { Locale } from '../../core/locale.ts';
import type {
  BalanceAmount,
  BalanceLine,
  BalanceTransaction,
  Checkout,
  ConnectedAccount,
  Dispute,
  FraudWarning,
  MethodKind,
  Payment,
  Payout,
  ProviderEvent,
  Refund,
  Reversal,
  SavedMethod,
  Setup,
  TopUp,
  Transfer,
} from './objects.ts';

export { createStripeProvider, type StripeProviderOptions } from './client.ts';
export { ProviderError, isProviderError, type ProviderErrorKind } from './errors.ts';
export type * from './objects.ts';

/**
 * Interface of the payment provider. Amounts are minor units, never zero; times are `Date`.
 *
 * Every write carries `opId`, put on the object as `metadata.op_id` so that it can be found again, and an
 * `idempotencyKey` committed with identical parameters before the call. Stripe repeats the first answer under a key,
 * errors and 500s included, for at least 24 hours (https://docs.stripe.com/api/idempotent_requests): the caller stops
 * repeating blindly at 20 hours and then looks the object up with `find…`.
 *
 * Every method rejects with `ProviderError`.
 */
export interface PaymentProvider
  extends
    CheckoutCalls,
    PaymentCalls,
    CustomerCalls,
    TransferCalls,
    RefundCalls,
    AccountCalls,
    PayoutCalls,
    BalanceCalls,
    DisputeCalls,
    EventCalls {}

export interface CheckoutCalls {
  /** The hosted page on which a brand pays. https://docs.stripe.com/api/checkout/sessions/create */
  createCheckout(input: CheckoutInput): Promise<{ sessionId: string; url: string; expiresAt: Date }>;
  retrieveCheckout(sessionId: string): Promise<Checkout>;
  /** Closes an unpaid page, so that it cannot be paid late. Rejects with `invalid` when it is no longer open. */
  expireCheckout(sessionId: string): Promise<Checkout>;
  /** Newest first. Sessions cannot be listed by metadata, so `createdAfter` bounds the search. */
  findCheckout(opId: string, createdAfter: Date): Promise<Checkout | null>;
}

export interface PaymentCalls {
  retrievePayment(paymentIntentId: string): Promise<Payment>;
  /**
   * Charges a saved method. On-session the payer may be asked by its bank, at `nextUrl`; off-session such a card is
   * `declined` with the code authentication_required. https://docs.stripe.com/payments/save-and-reuse
   */
  chargeMethod(input: MethodCharge): Promise<Payment>;
  /** A charge of a saved method, also a declined one; newest first. */
  findPayment(opId: string, customerId: string, createdAfter: Date): Promise<Payment | null>;
  /** Ends a payment that waits for its payer. Rejects with `invalid` when it cannot be ended any more. */
  cancelPayment(paymentIntentId: string): Promise<Payment>;
}

/** Customers, whose payment methods are saved. https://docs.stripe.com/api/customers */
export interface CustomerCalls {
  createCustomer(input: WriteInput & { email: string; name: string }): Promise<{ customerId: string }>;
  findCustomer(opId: string, createdAfter: Date): Promise<{ customerId: string } | null>;
  nameCustomer(customerId: string, as: { email: string; name: string }): Promise<void>;
  /** For good, with its saved methods; its payments stay. */
  deleteCustomer(customerId: string): Promise<void>;
  /** The hosted page that saves a method. https://docs.stripe.com/payments/save-and-reuse?platform=web&ui=hosted */
  createSetup(input: SetupInput): Promise<Setup>;
  retrieveSetup(sessionId: string): Promise<Setup>;
  findSetup(opId: string, customerId: string): Promise<Setup | null>;
  retrieveMethod(methodId: string): Promise<SavedMethod>;
  /** A method that is detached cannot be charged again; repeated, it changes nothing. */
  detachMethod(methodId: string): Promise<void>;
}

export interface TransferCalls {
  /**
   * Sends platform money on to a connected account. With `sourceCharge` it may be spent before it has settled, at most
   * what is left of that charge. https://docs.stripe.com/connect/separate-charges-and-transfers#transfer-availability
   */
  createTransfer(input: TransferInput): Promise<Transfer>;
  findTransfer(opId: string, transferGroup: string): Promise<Transfer | null>;
  retrieveTransfer(transferId: string): Promise<Transfer>;
  /** What was taken back of a transfer, oldest first. */
  listReversals(transferId: string): Promise<Reversal[]>;
}

export interface RefundCalls {
  /** To the original payment method only. The processing fee is not returned. https://docs.stripe.com/refunds */
  createRefund(input: WriteInput & { chargeId: string; amount: number }): Promise<Refund>;
  retrieveRefund(refundId: string): Promise<Refund>;
  findRefund(opId: string, chargeId: string): Promise<Refund | null>;
}

/** Connected accounts. */
export interface AccountCalls {
  /** A payee who signs up on the provider's pages; payouts start only by a call. https://docs.stripe.com/connect/accounts */
  createConnectedAccount(
    input: WriteInput & { country: string; email: string; businessType: 'individual' | 'company' },
  ): Promise<{ accountId: string }>;
  findConnectedAccount(opId: string, createdAfter: Date): Promise<{ accountId: string } | null>;
  /** A link for one visit within minutes; create a new one each time. https://docs.stripe.com/api/account_links */
  createOnboardingLink(input: {
    accountId: string;
    refreshUrl: string;
    returnUrl: string;
  }): Promise<{ url: string; expiresAt: Date }>;
  retrieveAccount(accountId: string): Promise<ConnectedAccount>;
}

export interface PayoutCalls {
  /**
   * Sends a connected account's available money to one of its bank accounts. Rejects when it has that one no longer.
   * https://docs.stripe.com/api/payouts/create
   */
  createPayout(input: PayoutInput): Promise<Payout>;
  retrievePayout(accountId: string, payoutId: string): Promise<Payout>;
  findPayout(opId: string, accountId: string, createdAfter: Date): Promise<Payout | null>;
}

export interface BalanceCalls {
  retrieveBalanceTransaction(id: string): Promise<BalanceTransaction>;
  /** The platform's balance transactions with the operation that each belongs to, for comparing books. Oldest first, `from` inclusive, `to` exclusive. */
  listBalanceLines(query: { from: Date; to?: Date }): Promise<BalanceLine[]>;
  /** Id of the platform's newest balance transaction; null while there is none. */
  newestBalanceLine(): Promise<string | null>;
  /** Of the platform, or of a connected account. */
  balance(accountId?: string): Promise<BalanceAmount[]>;
  /** Moves the platform's own money from its bank into the balance. https://docs.stripe.com/api/topups */
  createTopUp(input: WriteInput & { amount: number; currency: Currency; description: string }): Promise<TopUp>;
  findTopUp(opId: string, createdAfter: Date): Promise<TopUp | null>;
}

/** Disputes of charges by the payer or its bank. */
export interface DisputeCalls {
  retrieveDispute(disputeId: string): Promise<Dispute>;
  /** Answers a dispute; final. https://docs.stripe.com/disputes/responding */
  submitEvidence(input: {
    disputeId: string;
    idempotencyKey: string;
    evidence: Readonly<Record<string, string>>;
  }): Promise<Dispute>;
  /**
   * A fraud report of the card's bank; no money has moved.
   * https://docs.stripe.com/disputes/measuring#early-fraud-warnings
   */
  retrieveFraudWarning(warningId: string): Promise<FraudWarning>;
}

export interface EventCalls {
  /**
   * Events of the platform, oldest first; the provider keeps them for 30 days. At most 20 types.
   * https://docs.stripe.com/api/events/list
   */
  listEvents(query: { from: Date; types: readonly string[] }): Promise<ProviderEvent[]>;

  /**
   * The event in a webhook, from the raw bytes. Throws ProviderError('invalid') when the signature is absent, wrong or
   * older than the tolerance. https://docs.stripe.com/webhooks/signature
   */
  verifyWebhook(
    rawBody: Uint8Array | string,
    signature: string,
    secret: string,
    toleranceSeconds?: number,
  ): ProviderEvent;
}

export interface WriteInput {
  opId: string;
  idempotencyKey: string;
  metadata?: Readonly<Record<string, string>>;
}

export interface CheckoutInput extends WriteInput {
  currency: Currency;
  amount: number;
  /** What the payer sees; their sum is `amount`. */
  lines: readonly { label: string; amount: number }[];
  customerEmail: string;
  /** `{CHECKOUT_SESSION_ID}` in it becomes the session's id. */
  successUrl: string;
  cancelUrl: string;
  /** Put on the payment and its charge. */
  transferGroup: string;
  locale: Locale;
  /**
   * Between 30 minutes and 24 hours after creation; 24 hours when absent. A fixed moment, not a duration: a repeated
   * call must carry the same parameters.
   */
  expiresAt?: Date;
}

export interface MethodCharge extends WriteInput {
  currency: Currency;
  amount: number;
  customerId: string;
  methodId: string;
  kind: MethodKind;
  /** No person is there to answer the bank. */
  offSession: boolean;
  /** Where the bank's page leads back to. */
  returnUrl: string;
  transferGroup: string;
}

export interface SetupInput extends WriteInput {
  customerId: string;
  methods: readonly MethodKind[];
  successUrl: string;
  cancelUrl: string;
  locale: Locale;
  expiresAt: Date;
}

export interface PayoutInput extends WriteInput {
  accountId: string;
  amount: number;
  currency: Currency;
  /** `externalId` of a bank account. Without one the provider takes whichever it has at the call. */
  destination: string;
}

export interface TransferInput extends WriteInput {
  amount: number;
  currency: Currency;
  destination: string;
  /** The charge whose money this is; null spends the available balance. */
  sourceCharge: string | null;
  transferGroup: string;
}
