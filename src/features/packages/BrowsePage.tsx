import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PackageCard, PackagePageDto } from '../../../server/features/packages/schema.ts';
import { ListPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import type { PackageBrowseSearch } from '@/features/packages/browse-search.ts';
import { PackageFilters } from '@/features/packages/PackageFilters.tsx';
import { PackageItem } from '@/features/packages/PackageItem.tsx';
import { useFormat } from '@/lib/format.ts';
import { toast } from '@/lib/toast.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const MAX_COMPARED = 4;

/** Packages of all creators, for brands: filters, cards, selection for the comparison. */
export function BrowsePage({ search }: { search: PackageBrowseSearch }) {
  const { t } = useTranslation('packages');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const page = (after: string | undefined) =>
    api.packages.browse.queryOptions({ ...search, ...(after ? { after } : {}) });
  const { query, rows } = usePages<PackageCard>(page);
  const first = query.data?.pages[0] as PackagePageDto | undefined;
  const { sort: _sort, ...filters } = search;
  const filtered = Object.values(filters).some((value) => value !== undefined);
  const toggle = (id: string, on: boolean) => {
    if (on && chosen.length >= MAX_COMPARED) void toast('info', t('compare.most', { max: MAX_COMPARED }));
    else setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id));
  };
  return (
    <ListPage
      title={t('title')}
      status={t('status')}
      actions={
        <>
          <Button asChild>
            <Link to="/marketplace/orders">{t('orders.title')}</Link>
          </Button>
          <CartLink />
        </>
      }
      filters={
        <PackageFilters
          search={search}
          result={
            query.isSuccess && rows.length > 0
              ? t(query.hasNextPage ? 'resultMore' : 'result', { n: rows.length })
              : undefined
          }
        />
      }
    >
      {chosen.length > 0 ? (
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <Button asChild variant="ink">
            <Link to="/marketplace/compare" search={{ ids: chosen.join(',') }}>
              {t('compare.open', { n: chosen.length })}
            </Link>
          </Button>
          <Button variant="quiet" onClick={() => setChosen([])}>
            {t('compare.clear')}
          </Button>
        </div>
      ) : null}
      {first && (search.priceMax || search.sort === 'price') ? <RateNote page={first} /> : null}
      {query.isPending ? (
        <PendingSkeleton rows={6} />
      ) : query.isError && rows.length === 0 ? (
        <ErrorState error={query.error} title={t('couldNotLoad')} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState title={filtered ? t('emptyTitle') : t('noneTitle')}>
          {filtered ? t('emptyText') : t('noneText')}
        </EmptyState>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {rows.map((item) => (
            <PackageItem
              key={item.id}
              item={item}
              compared={chosen.includes(item.id)}
              onCompare={(on) => toggle(item.id, on)}
            />
          ))}
        </ul>
      )}
      <MoreButton query={query} className="mt-4" />
    </ListPage>
  );
}

function RateNote({ page }: { page: PackagePageDto }) {
  const { t } = useTranslation('packages');
  const format = useFormat();
  return (
    <p className="mb-3 text-sm text-muted-foreground">
      {page.ratesOf ? t('ratesOf', { date: format.longDate(new Date(page.ratesOf)) }) : null}{' '}
      {page.unconverted.length > 0
        ? t('unconverted', {
            list: format.list(page.unconverted.map(({ currency, count }) => `${currency} (${format.number(count)})`)),
          })
        : null}
    </p>
  );
}

/** The way to the cart, with the number of its lines. */
export function CartLink() {
  const { t } = useTranslation('packages');
  const { data } = useQuery(api.packages.cartCount.queryOptions());
  return (
    <Button asChild>
      <Link to="/marketplace/cart">
        <ShoppingCart aria-hidden />
        {data && data.lines > 0 ? t('cart.titleCount', { n: data.lines }) : t('cart.title')}
      </Link>
    </Button>
  );
}
