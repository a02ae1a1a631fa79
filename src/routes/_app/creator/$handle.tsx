import { createFileRoute } from '@tanstack/react-router';
import { CreatorPage } from '@/features/creators/CreatorPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/creator/$handle')({
  loader: async ({ params: { handle } }) => {
    void queryClient.prefetchQuery(api.creators.byHandle.queryOptions({ handle }));
    void queryClient.prefetchQuery(api.creators.history.queryOptions({ handle }));
    await loadTexts('creators', 'terms', 'figures', 'niches', 'matching', 'lists');
  },
  component: Creator,
});

function Creator() {
  const { session } = Route.useRouteContext();
  const { handle } = Route.useParams();
  return <CreatorPage handle={handle} viewerOrg={session.org?.id ?? null} mayOffer={session.persona === 'brand'} />;
}
