import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isNiche } from '../../../server/features/niches/rules.ts';
import type { MarketAnalytics } from '../../../server/features/micro-market/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DataTable } from '@/components/table/DataTable.tsx';
import { filterOf, type MarketSearch } from '@/features/micro-market/market-search.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';

/** Prices by niche and city, supply and demand, how creators answer: each with its number. */
export function AnalyticsTab({ search }: { search: MarketSearch }) {
  const { t } = useTranslation('micro-market');
  const query = useQuery(api.microMarket.analytics.queryOptions(filterOf(search)));
  if (query.isPending) return <PendingSkeleton rows={6} />;
  if (query.isError)
    return <ErrorState error={query.error} title={t('analytics.couldNotLoad')} onRetry={() => void query.refetch()} />;
  return <Analytics data={query.data} />;
}

function Analytics({ data }: { data: MarketAnalytics }) {
  const { t } = useTranslation('micro-market');
  const { t: names } = useTranslation('niches');
  const format = useFormat();
  const nameOf = (niche: string) => (isNiche(niche) ? names(`name.${niche}`) : niche);
  const tooFew = <span className="text-muted-foreground">{t('stats.tooFew')}</span>;
  const { answerHours, acceptance } = data;
  return (
    <div className="grid gap-9">
      <section>
        <h2 className="heading-section">{t('analytics.answers')}</h2>
        <dl className="mt-1 grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <div>
            <dt className="text-sm text-muted-foreground">{t('analytics.answerTime')}</dt>
            <dd className="text-base font-semibold">
              {answerHours.value === null ? tooFew : t('analytics.hours', { n: format.number(answerHours.value) })}{' '}
              <span className="text-sm font-normal text-muted-foreground">
                {t('analytics.ofCreators', { n: format.number(answerHours.n) })}
              </span>
            </dd>
          </div>
          <div>
            <dt className="text-sm text-muted-foreground">{t('analytics.acceptance')}</dt>
            <dd className="text-base font-semibold">
              {acceptance.value === null ? tooFew : format.percent(acceptance.value)}{' '}
              <span className="text-sm font-normal text-muted-foreground">
                {t('analytics.ofOffers', { n: format.number(acceptance.n) })}
              </span>
            </dd>
          </div>
        </dl>
      </section>
      <section>
        <h2 className="heading-section">{t('analytics.prices')}</h2>
        <p className="text-sm text-muted-foreground">
          {t('analytics.pricesText')}{' '}
          {data.ratesOf ? t('how.ratesOf', { date: format.longDate(new Date(data.ratesOf)) }) : null}
        </p>
        {data.prices.length === 0 ? (
          <EmptyState title={t('analytics.noPrices')} />
        ) : (
          <DataTable
            className="mt-1.5"
            label={t('analytics.prices')}
            rows={data.prices}
            rowKey={({ niche, city }) => `${niche} ${city}`}
            columns={[
              { id: 'niche', header: t('analytics.niche'), cell: ({ niche }) => nameOf(niche) },
              { id: 'city', header: t('filter.city'), cell: ({ city }) => <bdi>{city}</bdi> },
              {
                id: 'price',
                header: t('analytics.median'),
                align: 'end',
                cell: ({ value }) => (value ? <MoneyText money={value} /> : tooFew),
              },
              { id: 'n', header: t('analytics.creators'), align: 'end', cell: ({ n }) => format.number(n) },
            ]}
          />
        )}
      </section>
      <section>
        <h2 className="heading-section">{t('analytics.supply')}</h2>
        <p className="text-sm text-muted-foreground">{t('analytics.supplyText')}</p>
        <DataTable
          className="mt-1.5"
          label={t('analytics.supply')}
          rows={data.supply}
          rowKey={({ niche }) => niche}
          columns={[
            { id: 'niche', header: t('analytics.niche'), cell: ({ niche }) => nameOf(niche) },
            {
              id: 'creators',
              header: t('analytics.creators'),
              align: 'end',
              cell: (row) => format.number(row.creators),
            },
            {
              id: 'available',
              header: t('analytics.available'),
              align: 'end',
              cell: (row) => format.number(row.available),
            },
            {
              id: 'campaigns',
              header: t('analytics.campaigns'),
              align: 'end',
              cell: (row) => format.number(row.campaigns),
            },
          ]}
        />
      </section>
    </div>
  );
}
