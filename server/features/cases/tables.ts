import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  cases: {
    currency: `${CURRENCY} | null`,
    kind: typeIn('server/features/cases/schema.ts', 'CaseKind'),
    state: `Generated<${typeIn('server/features/cases/schema.ts', 'CaseState')}>`,
  },
};
