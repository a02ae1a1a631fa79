import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  ledger_accounts: {
    code: typeIn('server/features/ledger/rules.ts', 'AccountCode'),
    currency: CURRENCY,
    side: "'credit' | 'debit'",
  },
  ledger_entries: {
    currency: CURRENCY,
  },
  ledger_org_totals: {
    code: typeIn('server/features/ledger/rules.ts', 'AccountCode'),
    currency: CURRENCY,
    kind: typeIn('server/features/ledger/rules.ts', 'PostingKind'),
  },
  ledger_tx: {
    kind: typeIn('server/features/ledger/rules.ts', 'PostingKind'),
  },
};
