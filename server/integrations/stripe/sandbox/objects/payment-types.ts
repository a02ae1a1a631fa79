/**
 * The records the sandbox keeps. Objects with an `object` member have the shape Stripe's API answers with (version
 * 2026-10-28.endive), reduced to the members that the sandbox uses; amounts are minor units, times are Unix seconds,
 * currencies lower case.
 */
export type Metadata = Record<string, string>;

export interface BalanceTransaction {
  id: string;
  object: 'balance_transaction';
  amount: number;
  available_on: number;
  balance_type: 'payments';
  created: number;
  currency: string;
  description: string | null;
  /** What one unit of the charge's currency brought of this one; null where nothing was converted. */
  exchange_rate: number | null;
  fee: number;
  fee_details: { amount: number; application: null; currency: string; description: string; type: 'stripe_fee' }[];
  net: number;
  reporting_category: string;
  source: string;
  /** Set when shown: it follows the clock. */
  status: 'available' | 'pending';
  type: string;
}

export interface CardDetails {
  brand: string;
  last4: string;
  country: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
  funding: 'credit';
}

export interface SepaDetails {
  bank_code: string;
  country: string;
  fingerprint: string;
  last4: string;
}

export interface BillingDetails {
  address: null;
  email: string | null;
  name: string | null;
  phone: null;
  tax_id: null;
}

export interface PaymentMethod {
  id: string;
  object: 'payment_method';
  allow_redisplay: 'unspecified';
  billing_details: BillingDetails;
  card?: CardDetails;
  sepa_debit?: SepaDetails;
  created: number;
  customer: string | null;
  livemode: false;
  metadata: Metadata;
  type: 'card' | 'sepa_debit';
}

export interface Customer {
  id: string;
  object: 'customer';
  created: number;
  description: string | null;
  email: string | null;
  livemode: false;
  metadata: Metadata;
  name: string | null;
  invoice_settings: { default_payment_method: string | null };
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  balance_transaction: string | null;
  billing_details: BillingDetails;
  captured: boolean;
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  metadata: Metadata;
  outcome: {
    network_status: string;
    reason: string | null;
    risk_level: string;
    seller_message: string;
    type: string;
  } | null;
  paid: boolean;
  payment_intent: string | null;
  payment_method: string | null;
  payment_method_details: { type: 'card'; card: CardDetails } | { type: 'sepa_debit'; sepa_debit: SepaDetails } | null;
  receipt_email: string | null;
  refunded: boolean;
  source_transfer: string | null;
  statement_descriptor: string | null;
  status: 'failed' | 'pending' | 'succeeded';
  transfer_group: string | null;
}

export type PaymentIntentStatus =
  | 'canceled'
  | 'processing'
  | 'requires_action'
  | 'requires_capture'
  | 'requires_confirmation'
  | 'requires_payment_method'
  | 'succeeded';

export interface PaymentError {
  charge?: string;
  code: string;
  decline_code?: string;
  message: string;
  payment_method?: PaymentMethod;
  type: 'card_error' | 'invalid_request_error';
}

export interface PaymentIntent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_capturable: number;
  amount_received: number;
  automatic_payment_methods: { allow_redirects?: 'always' | 'never'; enabled: boolean } | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: 'automatic' | 'automatic_async' | 'manual';
  client_secret: string;
  confirmation_method: 'automatic' | 'manual';
  created: number;
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: PaymentError | null;
  latest_charge: string | null;
  livemode: false;
  metadata: Metadata;
  next_action: { type: 'redirect_to_url'; redirect_to_url: { return_url: string | null; url: string } } | null;
  payment_method: string | null;
  payment_method_types: string[];
  receipt_email: string | null;
  setup_future_usage: 'off_session' | 'on_session' | null;
  statement_descriptor: string | null;
  status: PaymentIntentStatus;
  transfer_group: string | null;
}

export interface SetupIntent {
  id: string;
  object: 'setup_intent';
  client_secret: string;
  created: number;
  customer: string | null;
  description: string | null;
  last_setup_error: PaymentError | null;
  livemode: false;
  metadata: Metadata;
  next_action: PaymentIntent['next_action'];
  payment_method: string | null;
  payment_method_types: string[];
  status: 'canceled' | 'requires_action' | 'requires_confirmation' | 'requires_payment_method' | 'succeeded';
  usage: 'off_session' | 'on_session';
}

export interface LineItem {
  id: string;
  object: 'item';
  amount_discount: 0;
  amount_subtotal: number;
  amount_tax: 0;
  amount_total: number;
  currency: string;
  description: string;
  quantity: number;
}

export interface CheckoutSession {
  id: string;
  object: 'checkout.session';
  amount_subtotal: number | null;
  amount_total: number | null;
  automatic_tax: { enabled: false; liability: null; provider: null; status: null };
  cancel_url: string | null;
  client_reference_id: string | null;
  created: number;
  currency: string | null;
  custom_fields: [];
  custom_text: { after_submit: null; shipping_address: null; submit: null; terms_of_service_acceptance: null };
  customer: string | null;
  customer_creation: 'always' | 'if_required' | null;
  customer_details: {
    address: null;
    email: string | null;
    name: string | null;
    phone: null;
    tax_exempt: 'none';
    tax_ids: [];
  } | null;
  customer_email: string | null;
  expires_at: number;
  livemode: false;
  locale: string | null;
  metadata: Metadata;
  mode: 'payment' | 'setup';
  payment_intent: string | null;
  payment_method_types: string[];
  payment_status: 'no_payment_required' | 'paid' | 'unpaid';
  setup_intent: string | null;
  shipping_options: [];
  status: 'complete' | 'expired' | 'open';
  submit_type: string | null;
  success_url: string | null;
  total_details: { amount_discount: 0; amount_shipping: 0; amount_tax: 0 } | null;
  ui_mode: 'hosted_page';
  url: string | null;
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  balance_transaction: string | null;
  charge: string;
  created: number;
  currency: string;
  destination_details?: { card: { reference_status: string; reference_type: string; type: string }; type: 'card' };
  failure_balance_transaction?: string;
  failure_reason?: string;
  metadata: Metadata;
  payment_intent: string | null;
  pending_reason?: 'charge_pending' | 'insufficient_funds' | 'processing';
  reason: string | null;
  receipt_number: null;
  source_transfer_reversal: string | null;
  status: 'canceled' | 'failed' | 'pending' | 'succeeded';
  transfer_reversal: string | null;
}

export type DisputeStatus =
  | 'lost'
  | 'needs_response'
  | 'under_review'
  | 'warning_closed'
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'won';

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  balance_transactions: BalanceTransaction[];
  charge: string;
  created: number;
  currency: string;
  enhanced_eligibility_types: [];
  evidence: Record<string, string | null>;
  evidence_details: { due_by: number; has_evidence: boolean; past_due: boolean; submission_count: number };
  is_charge_refundable: boolean;
  livemode: false;
  metadata: Metadata;
  payment_intent: string | null;
  reason: string;
  status: DisputeStatus;
}

export interface FraudWarning {
  id: string;
  object: 'radar.early_fraud_warning';
  actionable: boolean;
  charge: string;
  created: number;
  fraud_type: string;
  livemode: false;
  payment_intent: string | null;
}
