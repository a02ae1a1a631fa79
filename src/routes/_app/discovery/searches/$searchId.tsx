import { createFileRoute } from '@tanstack/react-router';
import { SavedSearchPage } from '@/features/discovery/SavedSearchPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/discovery/searches/$searchId')({
  loader: async ({ params: { searchId } }) => {
    void queryClient.prefetchQuery(api.savedSearches.get.queryOptions({ searchId }));
    await loadTexts('searches', 'lists');
  },
  component: Search,
});

function Search() {
  const { searchId } = Route.useParams();
  return <SavedSearchPage key={searchId} searchId={searchId} />;
}
