import { createFileRoute } from '@tanstack/react-router';
import { MyAdsPage } from '@/features/ads/MyAdsPage.tsx';
import { AD_TAB_NAMES, type AdTabName } from '@/features/ads/tabs.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { oneOf, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/my-ads/')({
  validateSearch: (raw: RawSearch): { tab?: AdTabName | undefined } => ({ tab: oneOf(raw['tab'], AD_TAB_NAMES) }),
  loader: async () => {
    void queryClient.prefetchQuery(api.ads.counts.queryOptions());
    await loadTexts('ads', 'terms');
  },
  component: MyAds,
});

function MyAds() {
  const { session } = Route.useRouteContext();
  return <MyAdsPage tab={Route.useSearch().tab ?? 'live'} persona={session.persona} />;
}
