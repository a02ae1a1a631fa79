import { createFileRoute } from '@tanstack/react-router';
import { OpenCampaignPage } from '@/features/campaigns/OpenCampaignPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/campaigns/$campaignId')({
  loader: async ({ params: { campaignId } }) => {
    void queryClient.prefetchQuery(api.campaigns.open.queryOptions({ campaignId }));
    await loadTexts('campaigns', 'brand-facts', 'terms', 'niches');
  },
  component: OpenCampaign,
});

function OpenCampaign() {
  const { session } = Route.useRouteContext();
  const { campaignId } = Route.useParams();
  return <OpenCampaignPage campaignId={campaignId} persona={session.persona} />;
}
