import { createFileRoute } from '@tanstack/react-router';
import { ListsPage } from '@/features/lists/ListsPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/discovery/lists/')({
  loader: async () => {
    void queryClient.prefetchQuery(api.lists.list.queryOptions({}));
    await loadTexts('lists');
  },
  component: ListsPage,
});
