import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isNiche } from '../../../server/features/niches/rules.ts';
import { CELL_ENOUGH } from '../../../server/features/micro-market/rules.ts';
import type { MarketAnalytics, MarketTrend } from '../../../server/features/micro-market/schema.ts';
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
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('analytics.couldNotLoad')} onRetry={() => void query.refetch()} />;
  return <Analytics data={query.data} />;
}

function Analytics({ data }: { data: MarketAnalytics }) {
  const { t } = useTranslation('micro-market');
  const { t: names } = useTranslation('niches');
  const format = useFormat();
  const nameOf = (niche: string) => (isNiche(niche) ? names(`name.${niche}`) : niche);
  const { answerHours, acceptance, offers } = data;
  return (
    <div className="grid gap-9">
      <section>
        <h2 className="heading-section">{t('analytics.answers')}</h2>
        <p className="text-sm text-muted-foreground">{t('analytics.window', { count: data.days })}</p>
        <dl className="mt-2 grid gap-x-6 gap-y-3 sm:grid-cols-3">
          <Trend
            label={t('analytics.answerTime')}
            trend={answerHours}
            text={(hours) => t('analytics.hours', { n: format.number(hours) })}
            note={t('analytics.ofCreators', { n: format.number(answerHours.n) })}
            better="down"
          />
          <Trend
            label={t('analytics.acceptance')}
            trend={acceptance}
            text={format.percent}
            note={t('analytics.ofOffers', { n: format.number(acceptance.n) })}
            better="up"
          />
          <Trend label={t('analytics.offers')} trend={offers} text={(n) => format.number(n)} />
        </dl>
      </section>
      <section>
        <h2 className="heading-section">{t('analytics.prices')}</h2>
        <p className="text-sm text-muted-foreground">
          {t('analytics.pricesText', { count: CELL_ENOUGH })}{' '}
          {data.ratesOf ? t('how.ratesOf', { date: format.longDate(new Date(data.ratesOf)) }) : null}
        </p>
        {data.prices.length === 0 ? (
          <EmptyState title={t('analytics.noPrices')}>{t('analytics.noPricesText', { count: CELL_ENOUGH })}</EmptyState>
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
                cell: ({ value }) => (value ? <MoneyText money={value} /> : <span>–</span>),
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

/** A figure of the window beside the one before: an arrow for the eye, a sentence for a screen reader. */
function Trend({
  label,
  trend: { value, before, change },
  text,
  note,
  better,
}: {
  label: string;
  trend: MarketTrend;
  text: (value: number) => string;
  note?: ReactNode;
  /** The direction that is good; neutral without one. */
  better?: 'up' | 'down';
}) {
  const { t } = useTranslation('micro-market');
  const format = useFormat();
  const way = change === null || change === 0 ? 'same' : change > 0 ? 'up' : 'down';
  const Arrow = { up: ArrowUp, down: ArrowDown, same: ArrowRight }[way];
  const tone =
    better && way !== 'same'
      ? way === better
        ? 'text-approved-foreground'
        : 'text-destructive'
      : 'text-muted-foreground';
  return (
    <div>
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd>
        <span className="text-base font-semibold">
          {value === null ? (
            <span className="font-normal text-muted-foreground">{t('stats.tooFew')}</span>
          ) : (
            text(value)
          )}
        </span>
        {note ? <span className="block text-sm text-muted-foreground">{note}</span> : null}
        {change === null || before.value === null ? (
          <span className="block text-sm text-muted-foreground">{t('analytics.noBefore')}</span>
        ) : (
          <span className={`flex items-center gap-1.5 text-sm ${tone}`}>
            <Arrow aria-hidden className={`size-3.5 ${way === 'same' ? 'rtl:-scale-x-100' : ''}`} />
            <span aria-hidden>{format.percent(Math.abs(change))}</span>
            <span className="sr-only">
              {t(`analytics.change.${way}`, { percent: format.percent(Math.abs(change)), value: text(before.value) })}
            </span>
            <span aria-hidden className="text-muted-foreground">
              {t('analytics.before', { value: text(before.value) })}
            </span>
          </span>
        )}
      </dd>
    </div>
  );
}
