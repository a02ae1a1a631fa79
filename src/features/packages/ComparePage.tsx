import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PackageCard } from '../../../server/features/packages/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { ListPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useTermsText } from '@/components/terms/terms-text.ts';
import { Deliverables, useCreatorFacts } from '@/features/packages/PackageFacts.tsx';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Up to four packages side by side. */
export function ComparePage({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('packages');
  const query = useQuery({ ...api.packages.compare.queryOptions({ ids: [...ids] }), enabled: ids.length > 0 });
  const back = (
    <Button asChild>
      <Link to="/marketplace">{t('cart.browse')}</Link>
    </Button>
  );
  return (
    <ListPage
      title={t('compare.title')}
      crumbs={[{ label: t('title'), link: { to: '/marketplace' } }, { label: t('compare.title') }]}
    >
      {ids.length === 0 || query.data?.length === 0 ? (
        <EmptyState title={t('compare.none')} action={back} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('couldNotLoad')} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <Comparison items={query.data} />
      ) : (
        <PendingSkeleton rows={6} />
      )}
    </ListPage>
  );
}

function Comparison({ items }: { items: readonly PackageCard[] }) {
  const { t } = useTranslation('packages');
  const termsText = useTermsText();
  const format = useFormat();
  const facts = useCreatorFacts();
  const rows: { id: string; label: string; cell: (item: PackageCard) => ReactNode }[] = [
    {
      id: 'price',
      label: t('page.price'),
      cell: (item) => (
        <>
          <MoneyText className="font-semibold" money={{ amount: item.price, currency: item.currency }} />
          {item.compared ? (
            <span className="block text-sm text-muted-foreground">
              {t('card.about', { amount: format.money(item.compared) })}
            </span>
          ) : null}
        </>
      ),
    },
    { id: 'included', label: t('page.included'), cell: (item) => <Deliverables deliverables={item.deliverables} /> },
    {
      id: 'delivery',
      label: t('page.delivery'),
      cell: (item) => termsText.days(item.deliveryDays),
    },
    { id: 'rights', label: t('page.rights'), cell: (item) => termsText.rights({ ...item.rights, territory: '' }) },
    { id: 'rounds', label: t('page.rounds'), cell: (item) => item.rounds },
    {
      id: 'addons',
      label: t('page.addons'),
      cell: (item) =>
        item.addons.length === 0 ? (
          '–'
        ) : (
          <ul>
            {item.addons.map((addon) => (
              <li key={addon.id}>
                <bdi>{addon.title}</bdi> +{format.money({ amount: addon.price, currency: item.currency })}
              </li>
            ))}
          </ul>
        ),
    },
    {
      id: 'creator',
      label: t('compare.creator'),
      cell: (item) => (
        <>
          <Link to="/creator/$handle" params={{ handle: item.creator.handle }} className="font-medium link">
            <bdi>{item.creator.name}</bdi>
          </Link>
          <span className="block text-sm text-muted-foreground">{facts(item.creator).join(' · ')}</span>
        </>
      ),
    },
  ];
  return (
    // A table that scrolls must be focusable.
    <div role="region" aria-label={t('compare.title')} tabIndex={0} className="overflow-x-auto">
      <table className="w-full min-w-160 border-collapse text-ui">
        <thead>
          <tr>
            <th scope="col" className="w-36 text-start font-normal text-muted-foreground">
              {t('compare.package')}
            </th>
            {items.map((item) => (
              <th
                key={item.id}
                scope="col"
                aria-label={item.title}
                className="border-b border-border px-3 py-2 text-start align-bottom"
              >
                <Link to="/marketplace/$packageId" params={{ packageId: item.id }} className="font-semibold link">
                  <bdi>{item.title}</bdi>
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="border-b border-border last:border-b-0">
              <th scope="row" className="py-2.5 pe-3 text-start align-top font-normal text-muted-foreground">
                {row.label}
              </th>
              {items.map((item) => (
                <td key={item.id} className="px-3 py-2.5 align-top">
                  {row.cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
