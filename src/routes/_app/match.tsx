import { createFileRoute } from '@tanstack/react-router';
import { MatchPage } from '@/features/matching/MatchPage.tsx';
import { readMatchSearch } from '@/features/matching/match-search.ts';
import { WorkPage } from '@/features/matching/WorkPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';

export const Route = createFileRoute('/_app/match')({
  validateSearch: readMatchSearch,
  loaderDeps: ({ search }) => readMatchSearch({ ...search }),
  loader: () => loadTexts('matching', 'home', 'terms', 'niches'),
  component: Match,
});

function Match() {
  const { session } = Route.useRouteContext();
  const search = Route.useLoaderDeps();
  return session.persona === 'brand' ? <MatchPage search={search} /> : <WorkPage />;
}
