import { typeIn, type TableTypes } from '../../core/tables.ts';

const BEGUN_BY = "'operator' | 'restart' | 'schedule'";

export const TABLES: TableTypes = {
  money_checks: {
    begun_by: BEGUN_BY,
    phase: `Generated<${typeIn('server/features/money-check/schema.ts', 'Phase')} | 'done'>`,
    state: `Generated<${typeIn('server/features/money-check/schema.ts', 'MoneyCheckState')}>`,
  },
  provider_lines: {},
  reconciliation_differences: {
    kind: typeIn('server/features/money-check/stored-lines/schema.ts', 'DifferenceKind'),
  },
  reconciliations: {
    begun_by: BEGUN_BY,
    state: `Generated<${typeIn('server/features/money-check/stored-lines/schema.ts', 'ReconciliationState')}>`,
  },
};
