import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  price_policies: {},
  price_suggestions: {
    currency: CURRENCY,
    state: typeIn('server/features/price-rules/schema.ts', 'SuggestionState'),
  },
};
