import { pastDays, rowsOfOrgs, type Registration } from '../../registration.ts';
import { RETENTION } from '../policies/rules.ts';
import { isRanked, overdueRankings, rankedCampaigns } from './queries/batch.ts';
import { deleteOldCreatorRuns, deleteWorkOfPerson } from './queries/work.ts';
import { deleteOldRuns, deleteRunsOfPerson } from './queries/runs.ts';

export const register: Registration = {
  openRows: { matchBatch: { open: rankedCampaigns, overdue: overdueRankings, mayResume: isRanked } },
  exportParts: [
    rowsOfOrgs('rankings-shown', 'match_runs', ['org_id']),
    rowsOfOrgs('rankings', 'match_results', ['org_id', 'creator_org']),
    rowsOfOrgs('campaign-rankings-shown', 'creator_match_runs', ['org_id']),
    rowsOfOrgs('campaign-rankings', 'campaign_matches', ['brand_org']),
    rowsOfOrgs('campaign-fits', 'campaign_fits', ['brand_org', 'creator_org']),
    rowsOfOrgs('hidden-campaigns', 'hidden_campaigns', ['org_id']),
    rowsOfOrgs('match-votes', 'match_votes', ['org_id', 'creator_org']),
  ],
  erase: async (tx, { userId }) => {
    await deleteRunsOfPerson(tx.db, userId);
    await deleteWorkOfPerson(tx.db, userId);
  },
  deletePast: pastDays(RETENTION.rankingDays, deleteOldRuns, deleteOldCreatorRuns),
};
