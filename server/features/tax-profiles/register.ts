import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { hasRequest, openRequests } from './queries.ts';

export const register: Registration = {
  openRows: { taxRequest: { open: openRequests, mayResume: hasRequest } },
  exportParts: [rowsOfOrgs('tax-profile', 'tax_profiles', ['org_id'])],
};
