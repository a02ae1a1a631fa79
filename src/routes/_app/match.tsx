import { createFileRoute } from '@tanstack/react-router';
import { MatchPage } from '@/features/matching/MatchPage.tsx';
import { readMatchSearch } from '@/features/matching/match-search.ts';
import { WorkPage } from '@/features/matching/WorkPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import type { RawSearch } from '@/lib/search.ts';

export const Route = createFileRoute('/_app/match')({
  validateSearch: (raw: RawSearch) =>
    readMatchSearch({ campaign: raw['campaign'], weights: raw['weights'], budget: raw['budget'] }),
  loader: () => loadTexts('matching', 'home', 'terms', 'niches', 'lists', 'categories'),
  component: Match,
});

function Match() {
  const { session } = Route.useRouteContext();
  const search = Route.useSearch();
  return session.persona === 'brand' ? <MatchPage search={search} /> : <WorkPage />;
}
