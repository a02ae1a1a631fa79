import { createFileRoute } from '@tanstack/react-router';
import { MilestonePage } from '@/features/payments/MilestonePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/payments/$milestoneId')({
  loader: ({ params: { milestoneId } }) => {
    void queryClient.prefetchQuery(api.payments.milestone.queryOptions({ milestoneId }));
    return loadTexts('payments', 'money', 'ledger', 'deals');
  },
  component: MilestoneMoney,
});

function MilestoneMoney() {
  const { session } = Route.useRouteContext();
  const { milestoneId } = Route.useParams();
  return <MilestonePage key={milestoneId} milestoneId={milestoneId} brand={session.persona === 'brand'} />;
}
