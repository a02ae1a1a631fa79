import { createFileRoute } from '@tanstack/react-router';
import { CampaignPage } from '@/features/campaigns/CampaignPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { id, oneOf, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

interface CampaignSearch {
  view?: 'list' | undefined;
  /** Application open beside the board. */
  applicant?: string | undefined;
}

export const Route = createFileRoute('/_app/my-campaigns/$campaignId')({
  validateSearch: (raw: RawSearch): CampaignSearch => ({
    view: oneOf(raw['view'], ['list']),
    applicant: id(raw['applicant']),
  }),
  loader: async ({ params: { campaignId } }) => {
    void queryClient.prefetchQuery(api.campaigns.detail.queryOptions({ campaignId }));
    void queryClient.prefetchQuery(api.escrow.ofCampaign.queryOptions({ campaignId }));
    await loadTexts('campaigns', 'money');
  },
  component: MyCampaign,
});

function MyCampaign() {
  const { campaignId } = Route.useParams();
  const { view, applicant } = Route.useSearch();
  return <CampaignPage campaignId={campaignId} view={view ?? 'board'} applicant={applicant} />;
}
