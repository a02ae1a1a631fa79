import { rowsOfOrgs, rowsOfPerson, type Registration } from '../../registration.ts';

export const register: Registration = {
  exportParts: [
    rowsOfPerson('memberships', 'org_members'),
    rowsOfOrgs('organisations', 'orgs', ['id']),
    rowsOfOrgs('release-limits', 'release_limits', ['org_id']),
    rowsOfOrgs('billing', 'billing_profiles', ['org_id']),
  ],
};
