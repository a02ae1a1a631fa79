import { createFileRoute } from '@tanstack/react-router';
import { CreatorPage } from '@/features/creators/CreatorPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { flag, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/creator/$handle')({
  validateSearch: (raw: RawSearch): { preview?: true | undefined } => ({ preview: flag(raw['preview']) }),
  loaderDeps: ({ search: { preview } }) => ({ preview }),
  loader: async ({ params: { handle }, deps: { preview } }) => {
    // What was just typed is part of a preview.
    if (!preview) void queryClient.prefetchQuery(api.creators.byHandle.queryOptions({ handle }));
    void queryClient.prefetchQuery(api.creators.history.queryOptions({ handle }));
    await loadTexts('creators', 'terms', 'figures', 'niches', 'matching', 'lists', 'categories', 'portfolio');
  },
  component: Creator,
});

function Creator() {
  const { session } = Route.useRouteContext();
  const { handle } = Route.useParams();
  const { preview = false } = Route.useSearch();
  return (
    <CreatorPage
      handle={handle}
      preview={preview}
      viewerOrg={session.org?.id ?? null}
      mayOffer={session.persona === 'brand'}
      mayRepresent={session.persona === 'agency'}
    />
  );
}
