import { CURRENCY, typeIn, type TableTypes } from '../../core/tables.ts';

export const TABLES: TableTypes = {
  offer_versions: {},
  offers: {
    currency: CURRENCY,
    state: typeIn('server/features/offers/schema.ts', 'OfferState'),
    turn: typeIn('server/features/terms/schema.ts', 'Side'),
  },
};
