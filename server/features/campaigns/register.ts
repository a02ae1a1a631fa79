import { ADDRESSES, type Address } from '../../core/addresses.ts';
import { rowsOfOrgs, type Registration } from '../../registration.ts';
import { campaignMayResume, openCampaigns, overdueCampaigns } from './queries/campaigns.ts';
import { findCampaigns } from './queries/find.ts';

/** The user's own draft opens where it was left. */
function pathOfCampaign({ id, own, state }: { id: string; own: boolean; state: string }): Address {
  if (!own) return ADDRESSES.openCampaign(id);
  return state === 'draft' ? ADDRESSES.campaignDraft(id) : ADDRESSES.ownCampaign(id);
}

export const register: Registration = {
  openRows: {
    campaignLifecycle: { open: openCampaigns, overdue: overdueCampaigns, mayResume: campaignMayResume },
  },
  exportParts: [
    rowsOfOrgs('campaigns', 'campaigns', ['brand_org']),
    rowsOfOrgs('saved-campaigns', 'saved_campaigns', ['org_id']),
    rowsOfOrgs('applications', 'applications', ['brand_org', 'creator_org']),
  ],
  find: {
    campaign: async (tx, query) =>
      (await findCampaigns(tx.db, query)).map((c) => ({
        id: c.id,
        title: c.title,
        detail: c.own ? null : c.other,
        path: pathOfCampaign(c),
      })),
  },
};
