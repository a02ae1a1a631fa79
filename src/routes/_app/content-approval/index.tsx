import { createFileRoute } from '@tanstack/react-router';
import { ReviewQueue } from '@/features/content/ReviewQueue.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/content-approval/')({
  loader: () => {
    void queryClient.prefetchQuery(api.content.queue.queryOptions());
    return loadTexts('content', 'deals');
  },
  component: Queue,
});

function Queue() {
  const { session } = Route.useRouteContext();
  return <ReviewQueue persona={session.persona} />;
}
