import { createFileRoute } from '@tanstack/react-router';
import { PayoutPage } from '@/features/payouts/PayoutPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/payouts/$payoutId')({
  loader: ({ params: { payoutId } }) => {
    void queryClient.prefetchQuery(api.payouts.byId.queryOptions({ payoutId }));
    return loadTexts('payouts', 'money');
  },
  component: Payout,
});

function Payout() {
  const { payoutId } = Route.useParams();
  return <PayoutPage payoutId={payoutId} />;
}
