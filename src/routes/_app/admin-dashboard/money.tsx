import { createFileRoute } from '@tanstack/react-router';
import { MoneyPage } from '@/features/platform/MoneyPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/admin-dashboard/money')({
  loader: () => {
    void queryClient.prefetchQuery(api.moneyCheck.reconciliations.queryOptions());
    void queryClient.prefetchQuery(api.moneyCheck.balances.queryOptions());
    return loadTexts('books', 'platform');
  },
  component: MoneyPage,
});
