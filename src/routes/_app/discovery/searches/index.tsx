import { createFileRoute } from '@tanstack/react-router';
import { SavedSearchesPage } from '@/features/discovery/SavedSearchesPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/discovery/searches/')({
  loader: async () => {
    void queryClient.prefetchQuery(api.savedSearches.list.queryOptions({}));
    await loadTexts('searches');
  },
  component: SavedSearchesPage,
});
