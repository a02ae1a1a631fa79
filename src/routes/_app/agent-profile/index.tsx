import { createFileRoute, redirect } from '@tanstack/react-router';
import { AgencyProfilePage } from '@/features/agencies/AgencyProfilePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/agent-profile/')({
  // Others read the page of one agency beneath this address; the bare one is the agency's own.
  beforeLoad: ({ context: { session } }) => {
    if (session.persona === 'creator')
      throw redirect({ to: '/profile', search: { tab: 'representation' }, replace: true });
    if (session.persona === 'brand') throw redirect({ to: '/brand-dashboard', replace: true });
  },
  loader: async () => {
    void queryClient.prefetchQuery(api.agencies.mine.queryOptions());
    await loadTexts('agencies', 'niches', 'ratings');
  },
  component: OwnAgency,
});

function OwnAgency() {
  const { session } = Route.useRouteContext();
  return <AgencyProfilePage orgId={session.org?.id ?? ''} />;
}
