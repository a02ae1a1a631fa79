import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { deleteOfPerson } from './queries.ts';

export const register: Registration = {
  // Started by its schedule alone, without a row.
  openRows: { priceSuggestions: { open: async () => [], mayResume: async () => false } },
  exportParts: [
    rowsOfOrgs('price-rules', 'price_policies', ['org_id']),
    rowsOfOrgs('price-suggestions', 'price_suggestions', ['org_id']),
  ],
  erase: (tx, { userId }) => deleteOfPerson(tx.db, userId),
};
