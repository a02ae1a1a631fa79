import { createFileRoute } from '@tanstack/react-router';
import { PipelinePage } from '@/features/agencies/PipelinePage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/agent-campaigns')({
  loader: async () => {
    void queryClient.prefetchQuery(api.agencies.pipeline.queryOptions());
    await loadTexts('agencies');
  },
  component: AgentCampaigns,
});

function AgentCampaigns() {
  const { session } = Route.useRouteContext();
  return <PipelinePage orgId={session.org?.id ?? ''} />;
}
