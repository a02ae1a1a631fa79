import type { Account, BankAccount, Payout, Topup, Transfer, TransferReversal } from './connect-types.ts';
import type {
  BalanceTransaction,
  Charge,
  CheckoutSession,
  Customer,
  Dispute,
  FraudWarning,
  LineItem,
  Metadata,
  PaymentIntent,
  PaymentMethod,
  Refund,
  SetupIntent,
} from './payment-types.ts';

/** The behavior of a payment method's test card or account number; never shown. */
export interface PaymentMethodSecret {
  id: string;
  number: string;
}

export interface DeletedCustomer {
  id: string;
}

/** Private members of a session. */
export interface CheckoutPlan {
  id: string;
  lines: LineItem[];
  payment: {
    capture_method?: PaymentIntent['capture_method'] | undefined;
    description?: string | undefined;
    metadata?: Metadata | undefined;
    receipt_email?: string | undefined;
    setup_future_usage?: 'off_session' | 'on_session' | undefined;
    statement_descriptor?: string | undefined;
    transfer_group?: string | undefined;
  };
  setup: { description?: string | undefined; metadata?: Metadata | undefined };
}

/** The number behind a bank account decides how payouts to it end; never shown. */
export interface BankAccountSecret {
  id: string;
  number: string;
}

/** An account link's one-time address. */
export interface OnboardingTicket {
  id: string;
  account: string;
  created: number;
  expires_at: number;
  refresh_url: string;
  return_url: string;
  used: boolean;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  account?: string;
  api_version: string;
  created: number;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
  livemode: false;
  /** Filled when shown. */
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

export type Endpoint = 'connect' | 'platform';

export interface Delivery {
  id: string;
  event: string;
  endpoint: Endpoint;
  attempts: number;
  /** Due time in Unix seconds of the sandbox's clock; null while held back by the `drop` mode. */
  due: number | null;
  first_due: number;
  /** Already put off once by the `delay` mode. */
  delayed?: true;
}

export type JobType =
  | 'balance_available'
  | 'charge_settle'
  | 'charge_transaction'
  | 'dispute_due'
  | 'payout_arrive'
  | 'payout_return'
  | 'payout_transit'
  | 'refund_fail'
  | 'refund_succeed'
  | 'session_expire';

export interface Job {
  id: string;
  due: number;
  type: JobType;
  ref: string;
}

export interface IdempotencyRecord {
  id: string;
  created: number;
  /** SHA-256 of method, path and body. */
  fingerprint: string;
  status: number;
  body: string;
  request_id: string;
}

export interface Fault {
  id: string;
  match: { method?: string; path?: string; op_id?: string };
  kind: FaultKind;
  remaining: number;
  delay_ms: number;
  status: number;
  error: Record<string, string>;
}

export type FaultKind =
  | '409'
  | '429'
  | '500_after'
  | '500_before'
  | 'delay'
  | 'delay_after'
  | 'error'
  | 'reset_after'
  | 'reset_before'
  | 'timeout_after'
  | 'timeout_before';

export interface Setting {
  id: string;
  value: unknown;
}

export interface Records {
  account: Account;
  balance_transaction: BalanceTransaction;
  bank_account: BankAccount;
  bank_account_secret: BankAccountSecret;
  charge: Charge;
  checkout_plan: CheckoutPlan;
  checkout_session: CheckoutSession;
  customer: Customer;
  deleted_customer: DeletedCustomer;
  delivery: Delivery;
  dispute: Dispute;
  event: StripeEvent;
  fault: Fault;
  fraud_warning: FraudWarning;
  idempotency: IdempotencyRecord;
  job: Job;
  onboarding_ticket: OnboardingTicket;
  payment_intent: PaymentIntent;
  payment_method: PaymentMethod;
  payment_method_secret: PaymentMethodSecret;
  payout: Payout;
  refund: Refund;
  setting: Setting;
  setup_intent: SetupIntent;
  topup: Topup;
  transfer: Transfer;
  transfer_reversal: TransferReversal;
}

export type Kind = keyof Records;

/** The id prefix that names each kind a field can be expanded into. */
export const PREFIXES: Partial<Record<Kind, readonly string[]>> = {
  account: ['acct'],
  balance_transaction: ['txn'],
  bank_account: ['ba'],
  charge: ['ch', 'py'],
  checkout_session: ['cs'],
  customer: ['cus'],
  dispute: ['du'],
  event: ['evt'],
  fraud_warning: ['issfr'],
  payment_intent: ['pi'],
  payment_method: ['pm'],
  payout: ['po'],
  refund: ['re', 'pyr'],
  setup_intent: ['seti'],
  topup: ['tu'],
  transfer: ['tr'],
  transfer_reversal: ['trr'],
};

/** How an object is called in "No such …" answers. */
export const NOUNS: Partial<Record<Kind, string>> = {
  checkout_session: 'checkout.session',
  fraud_warning: 'radar.early_fraud_warning',
  payment_intent: 'payment_intent',
  payment_method: 'PaymentMethod',
  bank_account: 'external account',
};
