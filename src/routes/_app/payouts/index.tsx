import { createFileRoute } from '@tanstack/react-router';
import { PayoutsPage } from '@/features/payouts/PayoutsPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { oneOf, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/payouts/')({
  // The provider's form returns here: `done` after the last page, `again` if its link had expired.
  validateSearch: (raw: RawSearch): { onboarding?: 'done' | 'again' | undefined } => ({
    onboarding: oneOf(raw['onboarding'], ['done', 'again']),
  }),
  loader: () => {
    void queryClient.prefetchQuery(api.payouts.overview.queryOptions());
    return loadTexts('payouts', 'incoming', 'money');
  },
  component: Payouts,
});

function Payouts() {
  const { onboarding } = Route.useSearch();
  const { session } = Route.useRouteContext();
  const navigate = Route.useNavigate();
  return (
    <PayoutsPage
      persona={session.persona}
      onboarding={onboarding}
      onHandled={() => void navigate({ search: {}, replace: true })}
    />
  );
}
