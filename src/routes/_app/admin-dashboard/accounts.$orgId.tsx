import { createFileRoute } from '@tanstack/react-router';
import { StaffAccountPage } from '@/features/platform/StaffAccountPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/admin-dashboard/accounts/$orgId')({
  loader: ({ params: { orgId } }) => {
    void queryClient.prefetchQuery(api.operators.account.queryOptions({ orgId }));
    return loadTexts('platform', 'contracts', 'payouts');
  },
  component: StaffAccount,
});

function StaffAccount() {
  const { orgId } = Route.useParams();
  return <StaffAccountPage orgId={orgId} />;
}
