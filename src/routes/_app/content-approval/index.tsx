import { createFileRoute } from '@tanstack/react-router';
import { ReviewQueue } from '@/features/content/ReviewQueue.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { oneOf, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/content-approval/')({
  validateSearch: (raw: RawSearch): { tab?: 'approved' | 'assigned' | undefined } => ({
    tab: oneOf(raw['tab'], ['approved', 'assigned']),
  }),
  loaderDeps: ({ search }) => ({ tab: search.tab }),
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(api.content.queueCounts.queryOptions());
    if (!deps.tab) void queryClient.prefetchQuery(api.content.queue.queryOptions({ turn: 'mine' }));
    if (deps.tab === 'approved') void queryClient.prefetchQuery(api.content.approved.queryOptions({}));
    return loadTexts('content', 'money');
  },
  component: Queue,
});

function Queue() {
  const { session } = Route.useRouteContext();
  const { tab } = Route.useSearch();
  return <ReviewQueue persona={session.persona} tab={tab ?? 'waiting'} />;
}
