import type { Currency } from '../../core/money.ts';

/** What the payment provider answers. Amounts are minor units, times are `Date`. */

export type MethodKind = 'bank_debit' | 'card';

export interface Checkout {
  sessionId: string;
  status: 'complete' | 'expired' | 'open';
  paymentStatus: 'no_payment_required' | 'paid' | 'unpaid';
  /** Null until the payer's first attempt. */
  paymentIntentId: string | null;
  amountTotal: number;
  currency: Currency;
  /** Null once the page is closed. */
  url: string | null;
  expiresAt: Date;
  metadata: Record<string, string>;
}

export interface Setup {
  sessionId: string;
  status: 'complete' | 'expired' | 'open';
  /** Null once the page is closed. */
  url: string | null;
  /** The saved method, once the page is complete. */
  methodId: string | null;
}

export interface SavedMethod {
  methodId: string;
  /** Null: detached. */
  customerId: string | null;
  kind: MethodKind;
  /** Of the card; of a bank debit null. */
  brand: string | null;
  last4: string;
  expMonth: number | null;
  expYear: number | null;
}

export interface Payment {
  paymentIntentId: string;
  status:
    | 'canceled'
    | 'processing'
    | 'requires_action'
    | 'requires_capture'
    | 'requires_confirmation'
    | 'requires_payment_method'
    | 'succeeded';
  amount: number;
  amountReceived: number;
  currency: Currency;
  /** The successful or pending charge, null while there is none. */
  chargeId: string | null;
  /** Null for a while after success when the provider captures asynchronously; then read again. */
  balanceTransactionId: string | null;
  /**
   * Its effect on the balance, in the settlement currency, which may differ from the payment's; null until it is
   * booked.
   */
  settled: Settled | null;
  availableOn: Date | null;
  card: { brand: string; last4: string } | null;
  failure: { code: string; declineCode: string | null; message: string } | null;
  /** The bank's page on which the payer confirms. */
  nextUrl: string | null;
  refunded: number;
  disputed: boolean;
  transferGroup: string | null;
  metadata: Record<string, string>;
}

/** Minor units of `currency`. `currency` is null for an unsupported one, which cannot be booked. */
export interface Settled {
  currency: Currency | null;
  amount: number;
  fee: number;
  net: number;
}

export interface Transfer {
  transferId: string;
  amount: number;
  amountReversed: number;
  currency: Currency;
  destination: string;
  balanceTransactionId: string | null;
  metadata: Record<string, string>;
}

export interface Reversal {
  reversalId: string;
  amount: number;
  currency: Currency;
  balanceTransactionId: string | null;
  metadata: Record<string, string>;
}

export interface Refund {
  refundId: string;
  /** `succeeded` may still become `failed` when the card holder's bank sends the money back. */
  status: 'canceled' | 'failed' | 'pending' | 'requires_action' | 'succeeded';
  amount: number;
  currency: Currency;
  chargeId: string | null;
  paymentIntentId: string | null;
  balanceTransactionId: string | null;
  /** The entry that brought the money back when the refund failed. */
  failureBalanceTransactionId: string | null;
  failureReason: string | null;
  pendingReason: string | null;
  metadata: Record<string, string>;
}

export interface ConnectedAccount {
  accountId: string;
  country: string;
  /** Null before the provider has received it. */
  businessType: 'individual' | 'company' | null;
  detailsSubmitted: boolean;
  payoutsEnabled: boolean;
  transfersActive: boolean;
  requirementsDue: string[];
  pendingVerification: string[];
  disabledReason: string | null;
  /**
   * What each currency is paid out to. `bankId` is the same for the same account number, entered once or twice; `externalId`,
   * which a payout names, is another one each time.
   */
  banks: { currency: Currency; last4: string; bankId: string; externalId: string }[];
  defaultCurrency: string;
  balance: BalanceAmount[];
  metadata: Record<string, string>;
}

export interface Payout {
  payoutId: string;
  /** `paid` may still become `failed` when the bank sends the money back. */
  status: 'canceled' | 'failed' | 'in_transit' | 'paid' | 'pending';
  amount: number;
  currency: Currency;
  arrivalDate: Date;
  balanceTransactionId: string | null;
  failureCode: string | null;
  metadata: Record<string, string>;
}

export interface BalanceTransaction {
  id: string;
  type: string;
  amount: number;
  fee: number;
  net: number;
  currency: Currency;
  sourceId: string | null;
  createdAt: Date;
  availableOn: Date;
}

export interface BalanceLine {
  id: string;
  type: string;
  amount: number;
  fee: number;
  /** What it moved: `amount` less `fee`. */
  net: number;
  /** Upper case; may be an unsupported currency. */
  currency: string;
  sourceId: string | null;
  /** From the metadata of the object that moved the money; null where it carries none. */
  opId: string | null;
  /** The account that a transfer went to; null of any other line. */
  destination: string | null;
  createdAt: Date;
}

export interface BalanceAmount {
  currency: Currency;
  available: number;
  pending: number;
}

export interface TopUp {
  topUpId: string;
  status: 'canceled' | 'failed' | 'pending' | 'reversed' | 'succeeded';
  amount: number;
  currency: Currency;
  balanceTransactionId: string | null;
  metadata: Record<string, string>;
}

export interface Dispute {
  disputeId: string;
  status: string;
  amount: number;
  currency: Currency;
  reason: string;
  chargeId: string;
  paymentIntentId: string | null;
  evidenceDueBy: Date | null;
  /** How often evidence was submitted. */
  submissions: number;
  balanceTransactions: BalanceTransaction[];
}

export interface FraudWarning {
  warningId: string;
  actionable: boolean;
  reason: string;
  chargeId: string;
  paymentIntentId: string | null;
}

export interface ProviderEvent {
  id: string;
  type: string;
  created: Date;
  /** The connected account the event is about; absent for the platform's own. */
  account?: string;
  objectId: string;
  objectType: string;
  /** The movement of the balance that its object names, where it names one. */
  balanceTransactionId: string | null;
  metadata: Record<string, string>;
}
