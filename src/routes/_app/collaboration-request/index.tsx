import { createFileRoute } from '@tanstack/react-router';
import { OfferListPage } from '@/features/offers/OfferListPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { oneOf, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

interface OffersSearch {
  box?: 'in' | 'out' | 'expiring' | 'closed' | undefined;
}

export const Route = createFileRoute('/_app/collaboration-request/')({
  validateSearch: (raw: RawSearch): OffersSearch => ({ box: oneOf(raw['box'], ['in', 'out', 'expiring', 'closed']) }),
  loaderDeps: ({ search: { box } }) => ({ box: box ?? ('open' as const) }),
  loader: async ({ deps: { box } }) => {
    void queryClient.prefetchQuery(api.offers.list.queryOptions({ box }));
    await loadTexts('offers');
  },
  component: Offers,
});

function Offers() {
  const { session } = Route.useRouteContext();
  const { box } = Route.useSearch();
  return <OfferListPage box={box ?? 'open'} persona={session.persona} />;
}
