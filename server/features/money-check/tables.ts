import { typeIn, type TableTypes } from '../../core/tables.ts';

const BEGUN_BY = "'operator' | 'restart' | 'schedule'";

export const TABLES: TableTypes = {
  money_checks: {
    begun_by: BEGUN_BY,
    phase: `Generated<${typeIn('server/features/money-check/schema.ts', 'Phase')} | 'done'>`,
    state: `Generated<${typeIn('server/features/money-check/schema.ts', 'MoneyCheckState')}>`,
  },
  // The provider may move money in a currency that the product does not have.
  provider_lines: { currency: 'string' },
  reconciliation_differences: {
    currency: 'string',
    kind: typeIn('server/features/money-check/stored-lines/schema.ts', 'DifferenceKind'),
  },
  reconciliations: {
    begun_by: BEGUN_BY,
    state: `Generated<${typeIn('server/features/money-check/stored-lines/schema.ts', 'ReconciliationState')}>`,
  },
};
