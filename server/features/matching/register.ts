import { pastDays, rowsOfOrgs, type Registration } from '../../registration.ts';
import { deleteOldRuns, deleteRunsOfPerson } from './queries/runs.ts';

/** A ranking is kept so long for questions about it. */
const KEPT_DAYS = 400;

export const register: Registration = {
  exportParts: [
    rowsOfOrgs('rankings-shown', 'match_runs', ['org_id']),
    rowsOfOrgs('rankings', 'match_results', ['org_id', 'creator_org']),
    rowsOfOrgs('match-votes', 'match_votes', ['org_id', 'creator_org']),
  ],
  erase: (tx, { userId }) => deleteRunsOfPerson(tx.db, userId),
  deletePast: pastDays(KEPT_DAYS, deleteOldRuns),
};
