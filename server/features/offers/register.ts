import { rowsOfParties, type Registration } from '../../registration.ts';
import { isOpenOffer, openOffers, overdueOffers } from './queries.ts';

export const register: Registration = {
  openRows: { offerExpiry: { open: openOffers, overdue: overdueOffers, mayResume: isOpenOffer } },
  exportParts: [rowsOfParties('offers', 'offers'), rowsOfParties('offer-versions', 'offer_versions')],
};
