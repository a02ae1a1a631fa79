import { createFileRoute } from '@tanstack/react-router';
import { BrowseAdsPage } from '@/features/ads/BrowseAdsPage.tsx';
import { readAdSearch } from '@/features/ads/ad-search.ts';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_app/browse-ads/')({
  validateSearch: readAdSearch,
  // The router keeps unknown search parameters, and shared links often carry tracking parameters.
  loaderDeps: ({ search }) => readAdSearch({ ...search }),
  loader: () => loadTexts('ads', 'terms', 'niches', 'brand-facts'),
  component: BrowseAds,
});

function BrowseAds() {
  const { session } = Route.useRouteContext();
  return <BrowseAdsPage search={Route.useLoaderDeps()} persona={session.persona} />;
}
