import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  clock_policies: {},
  fee_schedules: {
    currency: `${CURRENCY} | null`,
    payer: typeIn('server/features/terms/schema.ts', 'Side'),
  },
  tax_rates: {},
};
