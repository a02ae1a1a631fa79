import { createFileRoute } from '@tanstack/react-router';
import { MyAdPage } from '@/features/ads/MyAdPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/my-ads/$adId')({
  loader: async ({ params: { adId } }) => {
    void queryClient.prefetchQuery(api.ads.own.queryOptions({ adId }));
    await loadTexts('ads', 'terms', 'niches');
  },
  component: MyAd,
});

function MyAd() {
  const { session } = Route.useRouteContext();
  return <MyAdPage adId={Route.useParams().adId} persona={session.persona} />;
}
