import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OrderListItem } from '../../../server/features/packages/schema.ts';
import { ListPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { CartLink } from '@/features/packages/BrowsePage.tsx';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** The org's orders of packages. */
export function OrderListPage() {
  const { t } = useTranslation('packages');
  const format = useFormat();
  const columns: Column<OrderListItem>[] = [
    {
      id: 'order',
      header: t('orders.creators'),
      cell: (order) => (
        <Link to="/marketplace/orders/$orderId" params={{ orderId: order.id }} className="after:absolute after:inset-0">
          <bdi>{format.list(order.creators.map(({ name }) => name))}</bdi>
        </Link>
      ),
    },
    { id: 'placed', header: t('orders.placed'), cell: (order) => format.dateTime(order.placedAt) },
    { id: 'offers', header: t('orders.offers'), align: 'end', cell: (order) => order.offers },
    { id: 'refused', header: t('orders.refused'), align: 'end', cell: (order) => order.refused },
  ];
  return (
    <ListPage
      title={t('orders.title')}
      status={t('orders.status')}
      crumbs={[{ label: t('title'), link: { to: '/marketplace' } }, { label: t('orders.title') }]}
      actions={<CartLink />}
    >
      <QueryTable
        label={t('orders.title')}
        page={(after) => api.packages.orders.queryOptions({ ...(after ? { after } : {}) })}
        rowKey={({ id }) => id}
        columns={columns}
        errorTitle={t('orders.couldNotLoad')}
        emptyState={
          <EmptyState
            title={t('orders.emptyTitle')}
            action={
              <Button asChild>
                <Link to="/marketplace">{t('cart.browse')}</Link>
              </Button>
            }
          >
            {t('orders.emptyText')}
          </EmptyState>
        }
      />
    </ListPage>
  );
}
