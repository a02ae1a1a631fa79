import { createFileRoute } from '@tanstack/react-router';
import { CampaignList } from '@/features/campaigns/CampaignList.tsx';
import { MyDeals } from '@/features/campaigns/MyDeals.tsx';
import { readMyCampaignsSearch } from '@/features/campaigns/my-campaigns-search.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/my-campaigns/')({
  validateSearch: readMyCampaignsSearch,
  loader: async ({ context: { session } }) => {
    void (session.persona === 'brand'
      ? queryClient.prefetchQuery(api.campaigns.list.queryOptions())
      : queryClient.prefetchQuery(api.campaigns.myApplications.queryOptions()));
    await loadTexts('campaigns', 'money');
  },
  component: MyCampaigns,
});

function MyCampaigns() {
  const { session } = Route.useRouteContext();
  const { show, tab, sort } = Route.useSearch();
  return session.persona === 'brand' ? (
    <CampaignList filter={show ?? 'all'} />
  ) : (
    <MyDeals tab={tab} sort={sort ?? 'next'} />
  );
}
