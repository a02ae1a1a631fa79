import { CURRENCY, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  money_stops: {
    currency: CURRENCY,
    lifted_by: "'clean_run' | 'staff' | null",
  },
};
