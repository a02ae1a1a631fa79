import { createFileRoute } from '@tanstack/react-router';
import { BrowsePage } from '@/features/campaigns/BrowsePage.tsx';
import { readBrowseSearch } from '@/features/campaigns/browse-search.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/campaigns/')({
  validateSearch: readBrowseSearch,
  // The router keeps unknown search parameters, and shared links often carry tracking parameters.
  loaderDeps: ({ search }) => readBrowseSearch({ ...search }),
  loader: async ({ deps }) => {
    void queryClient.prefetchQuery(api.campaigns.browse.queryOptions(deps));
    await loadTexts('campaigns', 'brand-facts', 'terms', 'niches');
  },
  component: Browse,
});

function Browse() {
  const { session } = Route.useRouteContext();
  return <BrowsePage search={Route.useLoaderDeps()} persona={session.persona} />;
}
