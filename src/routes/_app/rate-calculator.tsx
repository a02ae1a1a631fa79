import { createFileRoute } from '@tanstack/react-router';
import { RatePage } from '@/features/rates/RatePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { type RawSearch, text } from '@/lib/search.ts';

export const Route = createFileRoute('/_app/rate-calculator')({
  validateSearch: (raw: RawSearch): { creator?: string | undefined } => ({ creator: text(raw['creator'], 40) }),
  loader: () => loadTexts('rates', 'terms', 'figures', 'niches'),
  // Another creator has other figures.
  remountDeps: ({ search }) => search,
  component: RateCalculator,
});

function RateCalculator() {
  const { session } = Route.useRouteContext();
  return <RatePage persona={session.persona} handle={Route.useSearch().creator} />;
}
