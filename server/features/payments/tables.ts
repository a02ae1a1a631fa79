import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  card_disputes: {
    currency: CURRENCY,
    state: "'lost' | 'open' | 'won'",
    withdrawn_currency: `${CURRENCY} | null`,
  },
  brand_debts: {
    currency: CURRENCY,
  },
  debt_payments: {
    currency: CURRENCY,
    state: typeIn('server/features/payments/schema.ts', 'DebtPaymentState'),
  },
  debt_write_offs: {
    state: "Generated<'done' | 'failed' | 'open'>",
  },
  evidence_packs: {
    state: typeIn('server/features/payments/schema.ts', 'EvidenceState'),
  },
  fee_allowances: {
    currency: CURRENCY,
  },
  parked_decisions: {
    currency: CURRENCY,
    decision: "'brand_owes' | 'fraud' | 'paid_by_bank' | 'platform'",
    state: "Generated<'appealed' | 'done' | 'failed' | 'open'>",
  },
  psp_events: {
    state: "Generated<'applied' | 'ignored' | 'pending'>",
  },
  quotes: {
    currency: CURRENCY,
  },
  suspense_decisions: {
    decision: "'accept' | 'paid_by_bank' | 'return'",
    state: "Generated<'done' | 'failed' | 'open'>",
  },
};
