import { createFileRoute } from '@tanstack/react-router';
import { filterOf, readMarketSearch } from '@/features/micro-market/market-search.ts';
import { MicroMarketPage } from '@/features/micro-market/MicroMarketPage.tsx';
import { OwnPlacePage } from '@/features/micro-market/OwnPlacePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/micro-marketplace')({
  validateSearch: readMarketSearch,
  // The router keeps unknown search parameters, and shared links often carry tracking parameters.
  loaderDeps: ({ search }) => readMarketSearch({ ...search }),
  loader: async ({ deps, context: { session } }) => {
    if (session.persona === 'brand' && (deps.tab ?? 'analytics') === 'analytics')
      void queryClient.prefetchQuery(api.microMarket.stats.queryOptions(filterOf(deps)));
    await loadTexts('micro-market', 'packages', 'terms', 'niches', 'found', 'figures', 'lists');
  },
  component: MicroMarket,
});

function MicroMarket() {
  const { session } = Route.useRouteContext();
  const search = Route.useLoaderDeps();
  return session.persona === 'brand' ? <MicroMarketPage search={search} /> : <OwnPlacePage />;
}
