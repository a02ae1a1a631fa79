import { createFileRoute } from '@tanstack/react-router';
import { AgencyHomePage } from '@/features/agencies/AgencyHomePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/agent-dashboard')({
  loader: async () => {
    void queryClient.prefetchQuery(api.agencies.home.queryOptions());
    await loadTexts('agencies', 'incoming', 'representation');
  },
  component: AgentDashboard,
});

function AgentDashboard() {
  const { session } = Route.useRouteContext();
  return <AgencyHomePage orgId={session.org?.id ?? ''} agentName={session.name} />;
}
