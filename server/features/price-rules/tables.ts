import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  price_policies: {},
  price_suggestions: {
    currency: CURRENCY,
    platform: `${typeIn('server/features/terms/schema.ts', 'Platform')} | null`,
    format: `${typeIn('server/features/terms/schema.ts', 'Format')} | null`,
    state: typeIn('server/features/price-rules/schema.ts', 'SuggestionState'),
  },
};
