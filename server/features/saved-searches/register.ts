import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { deleteSearchesOfPerson, hasAlert, openSearches, overdueSearches } from './queries.ts';

export const register: Registration = {
  openRows: { savedSearchDigest: { open: openSearches, overdue: overdueSearches, mayResume: hasAlert } },
  exportParts: [
    rowsOfOrgs('saved-searches', 'saved_searches', ['org_id']),
    rowsOfOrgs('saved-search-results', 'saved_search_results', ['org_id']),
  ],
  erase: (tx, { userId }) => deleteSearchesOfPerson(tx.db, userId),
};
