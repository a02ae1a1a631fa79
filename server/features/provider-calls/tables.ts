import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  operations: {
    currency: `${CURRENCY} | null`,
    kind: typeIn('server/features/provider-calls/schema.ts', 'OperationKind'),
    state: typeIn('server/features/provider-calls/schema.ts', 'OperationState'),
  },
  restores: {},
};
