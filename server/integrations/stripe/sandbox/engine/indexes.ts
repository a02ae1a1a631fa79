import type { Kind, Records } from '../objects/records.ts';

const index = <K extends Kind>(
  kind: K,
  name: string,
  of: (value: Records[K]) => string | null | undefined,
): { kind: Kind; name: string; of: (value: never) => string | null | undefined } => ({ kind, name, of });

/** Every look-up other than by id. A null key leaves the record out of the index. */
export const INDEXES = [
  index('balance_transaction', 'source', (value) => value.source),
  index('bank_account', 'account', (value) => value.account),
  index('charge', 'customer', (value) => value.customer),
  index('charge', 'payment_intent', (value) => value.payment_intent),
  index('charge', 'transfer_group', (value) => value.transfer_group),
  index('checkout_session', 'customer', (value) => value.customer),
  index('checkout_session', 'payment_intent', (value) => value.payment_intent),
  index('checkout_session', 'setup_intent', (value) => value.setup_intent),
  index('delivery', 'event', (value) => value.event),
  index('dispute', 'charge', (value) => value.charge),
  index('dispute', 'payment_intent', (value) => value.payment_intent),
  index('fraud_warning', 'charge', (value) => value.charge),
  index('job', 'ref', (value) => value.ref),
  index('payment_intent', 'customer', (value) => value.customer),
  index('payment_method', 'customer', (value) => value.customer),
  index('refund', 'charge', (value) => value.charge),
  index('refund', 'payment_intent', (value) => value.payment_intent),
  index('refund', 'waiting', (value) => (value.pending_reason === 'insufficient_funds' ? value.currency : null)),
  index('transfer', 'destination', (value) => value.destination),
  index('transfer', 'source_transaction', (value) => value.source_transaction),
  index('transfer', 'transfer_group', (value) => value.transfer_group),
  index('transfer_reversal', 'transfer', (value) => value.transfer),
];
