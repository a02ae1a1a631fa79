import { createFileRoute } from '@tanstack/react-router';
import { OrderPage } from '@/features/packages/OrderPage.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { api, queryClient } from '@/lib/trpc.ts';

export const Route = createFileRoute('/_app/marketplace/orders/$orderId')({
  loader: async ({ params: { orderId } }) => {
    void queryClient.prefetchQuery(api.packages.order.queryOptions({ orderId }));
    await loadTexts('packages', 'money');
  },
  component: Order,
});

function Order() {
  const { session } = Route.useRouteContext();
  return <OrderPage orderId={Route.useParams().orderId} orgId={session.org?.id ?? ''} />;
}
