import { createFileRoute } from '@tanstack/react-router';
import { ImportListPage } from '@/features/imports/ImportListPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/discovery_/import/')({
  loader: async () => {
    void queryClient.prefetchQuery(api.imports.list.queryOptions({}));
    await loadTexts('imports');
  },
  component: ImportListPage,
});
