import { rowsOfOrgs, type Registration } from '../../registration.ts';

export const register: Registration = {
  exportParts: [rowsOfOrgs('creator-profile', 'creator_profiles', ['org_id'])],
};
