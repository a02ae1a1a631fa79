import type { Metadata } from './payment-types.ts';

export interface Transfer {
  id: string;
  object: 'transfer';
  amount: number;
  amount_reversed: number;
  balance_transaction: string;
  created: number;
  currency: string;
  description: string | null;
  destination: string;
  destination_payment: string;
  livemode: false;
  metadata: Metadata;
  /** Filled when shown. */
  reversals: { object: 'list'; data: TransferReversal[]; has_more: boolean; total_count: number; url: string };
  reversed: boolean;
  source_transaction: string | null;
  source_type: 'card';
  transfer_group: string | null;
}

export interface TransferReversal {
  id: string;
  object: 'transfer_reversal';
  amount: number;
  balance_transaction: string;
  created: number;
  currency: string;
  destination_payment_refund: string;
  metadata: Metadata;
  source_refund: null;
  transfer: string;
}

export interface BankAccount {
  id: string;
  object: 'bank_account';
  account: string;
  account_holder_name: string | null;
  account_holder_type: 'company' | 'individual' | null;
  account_type: null;
  available_payout_methods: ['standard'];
  bank_name: string;
  country: string;
  currency: string;
  default_for_currency: boolean;
  fingerprint: string;
  last4: string;
  metadata: Metadata;
  routing_number: string | null;
  status: 'errored' | 'new' | 'verified';
}

export interface Requirements {
  alternatives: [];
  current_deadline: number | null;
  currently_due: string[];
  disabled_reason: string | null;
  errors: { code: string; reason: string; requirement: string }[];
  eventually_due: string[];
  past_due: string[];
  pending_verification: string[];
}

export type CapabilityStatus = 'active' | 'inactive' | 'pending';

export interface Account {
  id: string;
  object: 'account';
  business_profile: { name: string | null; url: string | null; product_description: string | null };
  business_type: string | null;
  capabilities: Record<string, CapabilityStatus>;
  charges_enabled: boolean;
  controller: {
    fees: { payer: string };
    is_controller: true;
    losses: { payments: string };
    requirement_collection: string;
    stripe_dashboard: { type: string };
    type: 'application';
  };
  country: string;
  created: number;
  default_currency: string;
  details_submitted: boolean;
  email: string | null;
  /** Filled when shown. */
  external_accounts: { object: 'list'; data: BankAccount[]; has_more: boolean; total_count: number; url: string };
  future_requirements: Requirements;
  company?: { name: string };
  individual?: { first_name: string; last_name: string };
  metadata: Metadata;
  payouts_enabled: boolean;
  requirements: Requirements;
  settings: {
    payouts: {
      debit_negative_balances: boolean;
      schedule: { delay_days: number; interval: 'daily' | 'manual' | 'monthly' | 'weekly' };
      statement_descriptor: string | null;
    };
  };
  tos_acceptance: { date: number | null };
  type: 'custom' | 'express' | 'none' | 'standard';
}

export interface Payout {
  id: string;
  object: 'payout';
  amount: number;
  arrival_date: number;
  automatic: false;
  balance_transaction: string;
  created: number;
  currency: string;
  description: string | null;
  destination: string;
  failure_balance_transaction: string | null;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  metadata: Metadata;
  method: 'standard';
  original_payout: null;
  reconciliation_status: 'not_applicable';
  reversed_by: null;
  source_type: 'card';
  statement_descriptor: string | null;
  status: 'canceled' | 'failed' | 'in_transit' | 'paid' | 'pending';
  type: 'bank_account';
}

export interface Topup {
  id: string;
  object: 'topup';
  amount: number;
  balance_transaction: string | null;
  created: number;
  currency: string;
  description: string | null;
  expected_availability_date: number | null;
  failure_code: string | null;
  failure_message: string | null;
  livemode: false;
  metadata: Metadata;
  source: null;
  statement_descriptor: string | null;
  status: 'canceled' | 'failed' | 'pending' | 'reversed' | 'succeeded';
  transfer_group: string | null;
}
