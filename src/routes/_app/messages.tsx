import { createFileRoute } from '@tanstack/react-router';
import { MessagesPage, type MessagesSearch } from '@/features/messages/MessagesPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { oneOf, type RawSearch, text } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/messages')({
  validateSearch: (raw: RawSearch): MessagesSearch => {
    const tab = oneOf(raw['tab'], ['unread', 'archived', 'notifications'] as const);
    const c = text(raw['c'], 40);
    const org = text(raw['with'], 40);
    const q = text(raw['q'], 100);
    return { tab, q, c, with: c ? undefined : org };
  },
  loaderDeps: ({ search: { c } }) => ({ c }),
  loader: async ({ deps: { c } }) => {
    if (c) void queryClient.prefetchQuery(api.conversations.one.queryOptions({ conversationId: c }));
    await loadTexts('conversations', 'messages', 'offers', 'contracts', 'notices', 'notifications');
  },
  component: Messages,
});

function Messages() {
  const { session } = Route.useRouteContext();
  return <MessagesPage search={Route.useSearch()} session={session} />;
}
