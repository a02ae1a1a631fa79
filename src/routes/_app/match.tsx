import { createFileRoute } from '@tanstack/react-router';
import { MatchPage } from '@/features/matching/MatchPage.tsx';
import { readMatchSearch } from '@/features/matching/match-search.ts';
import { NotOpenYet } from '@/components/states/NotOpenYet.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { homeOf, screenAt } from '@/lib/screens.ts';

export const Route = createFileRoute('/_app/match')({
  validateSearch: readMatchSearch,
  loaderDeps: ({ search }) => readMatchSearch({ ...search }),
  loader: () => loadTexts('matching', 'home', 'terms'),
  component: Match,
});

function Match() {
  const { session } = Route.useRouteContext();
  const search = Route.useLoaderDeps();
  if (session.persona !== 'brand')
    return <NotOpenYet screen={screenAt('/match')} persona={session.persona} home={homeOf(session.persona)} />;
  return <MatchPage search={search} />;
}
