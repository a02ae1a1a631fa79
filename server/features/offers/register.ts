import { ADDRESSES } from '../../core/addresses.ts';
import { rowsOfParties, type Registration } from '../../registration.ts';
import { findOffers, openOffers } from './queries/upkeep.ts';

export const register: Registration = {
  openRows: { offerExpiry: openOffers },
  exportParts: [rowsOfParties('offers', 'offers'), rowsOfParties('offer-versions', 'offer_versions')],
  find: {
    offer: async (tx, query) =>
      (await findOffers(tx.db, query)).map((o) => ({
        id: o.id,
        title: o.title,
        detail: o.other,
        path: ADDRESSES.offer(o.id),
      })),
  },
};
