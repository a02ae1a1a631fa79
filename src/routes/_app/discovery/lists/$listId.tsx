import { createFileRoute } from '@tanstack/react-router';
import { CreatorListPage } from '@/features/lists/CreatorListPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { type RawSearch, text } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

interface ListSearch {
  /** Only creators with this tag. */
  tag?: string | undefined;
}

export const Route = createFileRoute('/_app/discovery/lists/$listId')({
  validateSearch: (raw: RawSearch): ListSearch => ({ tag: text(raw['tag'], 30) }),
  loader: async ({ params: { listId } }) => {
    void queryClient.prefetchQuery(api.lists.get.queryOptions({ listId }));
    await loadTexts('lists', 'terms');
  },
  component: List,
});

function List() {
  const { listId } = Route.useParams();
  const { tag } = Route.useSearch();
  return <CreatorListPage key={listId} listId={listId} tag={tag ?? null} />;
}
