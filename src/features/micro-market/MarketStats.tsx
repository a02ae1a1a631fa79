import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketStats as Stats } from '../../../server/features/micro-market/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { filterOf, type MarketSearch } from '@/features/micro-market/market-search.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';

/** The four statistics over the filter, each with its number, its time and how it is computed. */
export function MarketStats({ search }: { search: MarketSearch }) {
  const { t } = useTranslation('micro-market');
  const query = useQuery(api.microMarket.stats.queryOptions(filterOf(search)));
  if (query.isPending) return <PendingSkeleton as="panel" rows={2} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('stats.couldNotLoad')} onRetry={() => void query.refetch()} />;
  return <Strip stats={query.data} />;
}

function Strip({ stats }: { stats: Stats }) {
  const { t } = useTranslation('micro-market');
  const { t: terms } = useTranslation('terms');
  const format = useFormat();
  const [engagement, ...others] = stats.engagement;
  const tooFew = t('stats.tooFew');
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-lg border border-border bg-card p-4.5 lg:grid-cols-4">
      <Stat
        label={t('stats.availableNow')}
        value={format.number(stats.availableNow)}
        note={t(stats.exact ? 'stats.ofCreators' : 'stats.ofFirst', { n: format.number(stats.creators) })}
        how={t('how.availableNow')}
        asOf={stats.asOf}
      />
      <Stat
        label={t('stats.avgEngagement')}
        value={engagement?.value == null ? null : format.percent(engagement.value)}
        note={
          engagement
            ? t('stats.onNetwork', {
                platform: terms(`platform.${engagement.platform}`),
                n: format.number(engagement.n),
              })
            : tooFew
        }
        how={
          <>
            {t('how.avgEngagement')}
            {others.map(({ platform, value, n }) => (
              <span key={platform} className="block">
                {format.labeled(terms(`platform.${platform}`), value === null ? tooFew : format.percent(value))} (
                {t('stats.n', { n: format.number(n) })})
              </span>
            ))}
          </>
        }
        asOf={stats.asOf}
      />
      <Stat
        label={t('stats.avgPrice')}
        value={stats.price.value ? <MoneyText money={stats.price.value} /> : null}
        note={t('stats.withPackages', { n: format.number(stats.price.n) })}
        how={
          <>
            {t('how.avgPrice')}{' '}
            {stats.price.ratesOf ? t('how.ratesOf', { date: format.longDate(new Date(stats.price.ratesOf)) }) : null}{' '}
            {stats.price.unconverted > 0 ? t('how.unconverted', { n: format.number(stats.price.unconverted) }) : null}
          </>
        }
        asOf={stats.asOf}
      />
      <Stat
        label={t('stats.avgRating')}
        value={
          stats.rating.value === null ? null : format.number(stats.rating.value / 10, { minimumFractionDigits: 1 })
        }
        note={t('stats.withDeals', { n: format.number(stats.rating.n) })}
        how={t('how.avgRating')}
        asOf={stats.asOf}
      />
    </dl>
  );
}

function Stat({
  label,
  value,
  note,
  how,
  asOf,
}: {
  label: string;
  value: ReactNode;
  note: ReactNode;
  how: ReactNode;
  asOf: Date;
}) {
  const { t } = useTranslation('micro-market');
  const format = useFormat();
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd>
        <p className="figures text-xl font-semibold">
          {value ?? <span className="text-base font-normal text-muted-foreground">{t('stats.tooFew')}</span>}
        </p>
        <p className="text-sm text-muted-foreground">{note}</p>
        <details className="mt-1 text-sm text-muted-foreground">
          <summary className="min-h-6 cursor-pointer underline underline-offset-4">{t('how.title')}</summary>
          <p className="mt-1">{how}</p>
          <p className="mt-1">{t('how.asOf', { date: format.dateTime(asOf) })}</p>
        </details>
      </dd>
    </div>
  );
}
