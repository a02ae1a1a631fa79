import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { deleteProfilesOfPerson } from './queries.ts';

export const register: Registration = {
  exportParts: [rowsOfOrgs('agency-profile', 'agency_profiles', ['org_id'])],
  erase: (tx, { userId }) => deleteProfilesOfPerson(tx.db, userId),
};
