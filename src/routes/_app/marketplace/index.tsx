import { createFileRoute } from '@tanstack/react-router';
import { BrowsePage } from '@/features/packages/BrowsePage.tsx';
import { readPackageSearch } from '@/features/packages/browse-search.ts';
import { OwnPackagesPage } from '@/features/packages/OwnPackagesPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/marketplace/')({
  validateSearch: readPackageSearch,
  // The router keeps unknown search parameters, and shared links often carry tracking parameters.
  loaderDeps: ({ search }) => readPackageSearch({ ...search }),
  loader: async ({ deps, context: { session } }) => {
    void (session.persona === 'brand'
      ? queryClient.prefetchQuery(api.packages.browse.queryOptions(deps))
      : queryClient.prefetchQuery(api.packages.mine.queryOptions()));
    await loadTexts('packages', 'terms', 'niches');
  },
  component: Marketplace,
});

function Marketplace() {
  const { session } = Route.useRouteContext();
  const search = Route.useLoaderDeps();
  return session.persona === 'brand' ? <BrowsePage search={search} /> : <OwnPackagesPage />;
}
