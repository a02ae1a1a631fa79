import { typeIn, type TableTypes } from '../../core/tables.ts';

const SCHEMA = 'server/features/payment-methods/schema.ts';

export const TABLES: TableTypes = {
  payer_accounts: {},
  payment_methods: {
    state: typeIn(SCHEMA, 'MethodState'),
    kind: `${typeIn(SCHEMA, 'MethodKind')} | null`,
  },
  auto_fundings: {
    state: typeIn(SCHEMA, 'AutoFundingState'),
  },
};
