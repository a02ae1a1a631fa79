import { createFileRoute } from '@tanstack/react-router';
import { OperationsPage } from '@/features/platform/OperationsPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { text, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

interface OperationsSearch {
  /** The search text. */
  q?: string | undefined;
}

export const Route = createFileRoute('/_app/admin-dashboard/')({
  validateSearch: (raw: RawSearch): OperationsSearch => {
    const q = text(raw['q'])?.trim().slice(0, 120);
    return { q: q && q.length >= 2 ? q : undefined };
  },
  loader: () => {
    void queryClient.prefetchQuery(api.platform.overview.queryOptions());
    return loadTexts('platform', 'books', 'money');
  },
  component: Operations,
});

function Operations() {
  const { q } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <OperationsPage
      q={q ?? ''}
      onSearch={(words) => void navigate({ search: words ? { q: words } : {}, resetScroll: false })}
    />
  );
}
