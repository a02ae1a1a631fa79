import { createFileRoute } from '@tanstack/react-router';
import { StaffDisputePage } from '@/features/disputes/StaffDisputePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/admin-dashboard/disputes/$disputeId')({
  loader: ({ params: { disputeId } }) => {
    void queryClient.prefetchQuery(api.disputes.case.queryOptions({ disputeId }));
    return loadTexts('disputes', 'platform');
  },
  component: StaffDispute,
});

function StaffDispute() {
  const { disputeId } = Route.useParams();
  return <StaffDisputePage disputeId={disputeId} />;
}
