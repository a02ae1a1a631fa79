import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { campaignMayResume, openCampaigns, overdueCampaigns } from './queries/campaigns.ts';

export const register: Registration = {
  openRows: {
    campaignLifecycle: { open: openCampaigns, overdue: overdueCampaigns, mayResume: campaignMayResume },
  },
  exportParts: [
    rowsOfOrgs('campaigns', 'campaigns', ['brand_org']),
    rowsOfOrgs('saved-campaigns', 'saved_campaigns', ['org_id']),
    rowsOfOrgs('applications', 'applications', ['brand_org', 'creator_org']),
  ],
};
