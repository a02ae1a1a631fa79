import { createFileRoute } from '@tanstack/react-router';
import { OrderListPage } from '@/features/packages/OrderListPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/marketplace/orders/')({
  loader: async () => {
    void queryClient.prefetchQuery(api.packages.orders.queryOptions({}));
    await loadTexts('packages');
  },
  component: OrderListPage,
});
