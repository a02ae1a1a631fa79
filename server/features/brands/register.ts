import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { deleteBrandsOfPerson } from './queries.ts';

export const register: Registration = {
  exportParts: [
    rowsOfOrgs('brand-profile', 'brand_profiles', ['org_id']),
    rowsOfOrgs('brand-locations', 'brand_locations', ['org_id']),
  ],
  erase: (tx, { userId }) => deleteBrandsOfPerson(tx.db, userId),
};
