import { createFileRoute } from '@tanstack/react-router';
import { OperationsPage } from '@/features/platform/OperationsPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/admin-dashboard')({
  loader: () => {
    void queryClient.prefetchQuery(api.platform.overview.queryOptions());
    return loadTexts('platform', 'deals', 'errors');
  },
  component: OperationsPage,
});
