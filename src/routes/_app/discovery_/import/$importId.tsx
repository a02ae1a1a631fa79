import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '@/features/imports/ImportPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { oneOf, type RawSearch } from '@/lib/search.ts';
import { api, queryClient } from '@/lib/trpc.ts';

interface ImportSearch {
  view?: 'refused' | 'merges' | undefined;
}

export const Route = createFileRoute('/_app/discovery_/import/$importId')({
  validateSearch: (raw: RawSearch): ImportSearch => ({ view: oneOf(raw['view'], ['refused', 'merges']) }),
  loader: async ({ params: { importId } }) => {
    void queryClient.prefetchQuery(api.imports.detail.queryOptions({ importId }));
    await loadTexts('imports', 'terms');
  },
  component: Import,
});

function Import() {
  const { importId } = Route.useParams();
  const { view } = Route.useSearch();
  return <ImportPage importId={importId} view={view ?? 'people'} />;
}
