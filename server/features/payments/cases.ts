import type { CaseSpec } from '../../core/cases.ts';

export const CASES = {
  card_dispute: { hold: 'card_dispute' },
  float_short: { hold: 'float_short' },
  fraud_warning: { hold: 'fraud_warning', closingLifts: true },
  transfer_reversed: {},
  provider_refund: { hold: 'provider_refund', closingLifts: true },
  payment_unbooked: {},
  unknown_money_event: {},
  suspense: { hold: 'recon_drift' },
  fee_cap: {},
} as const satisfies Record<string, CaseSpec>;
