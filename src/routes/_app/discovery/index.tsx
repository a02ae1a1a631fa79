import { createFileRoute } from '@tanstack/react-router';
import { DiscoveryPage } from '@/features/discovery/DiscoveryPage.tsx';
import { readDiscoverySearch } from '@/features/discovery/discovery-search.ts';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_app/discovery/')({
  validateSearch: readDiscoverySearch,
  // The router keeps unknown search parameters, and shared links often carry tracking parameters.
  loaderDeps: ({ search }) => readDiscoverySearch({ ...search }),
  loader: () => loadTexts('discovery', 'found', 'terms', 'figures', 'niches', 'map', 'lists', 'searches', 'matching'),
  component: Discovery,
});

function Discovery() {
  return <DiscoveryPage search={Route.useLoaderDeps()} />;
}
