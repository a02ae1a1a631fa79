import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  creator_search: {
    service: `${typeIn('server/features/creators/rules.ts', 'Service')} | null`,
    unconverted_currency: `${CURRENCY} | null`,
    price_currency: `${CURRENCY} | null`,
  },
  fx_rates: { currency: CURRENCY },
  org_blocks: {},
};
