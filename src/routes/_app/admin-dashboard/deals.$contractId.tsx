import { createFileRoute } from '@tanstack/react-router';
import { StaffDealPage } from '@/features/platform/StaffDealPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/admin-dashboard/deals/$contractId')({
  loader: ({ params: { contractId } }) => {
    void queryClient.prefetchQuery(api.operators.deal.queryOptions({ contractId }));
    return loadTexts('platform', 'deals', 'contracts', 'money', 'payouts');
  },
  component: StaffDeal,
});

function StaffDeal() {
  const { contractId } = Route.useParams();
  return <StaffDealPage contractId={contractId} />;
}
