import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import { SIMULATED_DAYS } from '../../../server/features/price-rules/rules.ts';
import type { SimulatedOffer, Simulation } from '../../../server/features/price-rules/schema.ts';
import { LazyLineChart } from '@/components/charts/lazy-charts.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import type { QueryState } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useFormat } from '@/lib/format.ts';

const DAY = 24 * 3_600_000;

/** The offers of 90 days as they were sent and as the rules would have priced them, by currency. */
export function SimulationPanel({ query }: { query: QueryState<Simulation> }) {
  const { t } = useTranslation('price-rules');
  const days = SIMULATED_DAYS;
  return (
    <section aria-labelledby="simulation" className="grid gap-4">
      <h2 id="simulation" className="heading-section">
        {t('simulation.title', { days })}
      </h2>
      {query.data ? (
        query.data.offers.length === 0 ? (
          <EmptyState title={t('simulation.none', { days })}>{t('simulation.noneText')}</EmptyState>
        ) : (
          [...new Set(query.data.offers.map(({ offered }) => offered.currency))].map((currency) => (
            <InCurrency
              key={currency}
              currency={currency}
              offers={(query.data?.offers ?? []).filter(({ offered }) => offered.currency === currency)}
            />
          ))
        )
      ) : query.isPending ? (
        <PendingSkeleton as="panel" rows={3} />
      ) : (
        <ErrorState error={query.error} title={t('simulation.couldNotLoad')} onRetry={() => void query.refetch()} />
      )}
      {query.data && query.data.leftOut > 0 ? (
        <p className="text-sm text-muted-foreground">{t('simulation.leftOut', { shown: query.data.offers.length })}</p>
      ) : null}
    </section>
  );
}

function InCurrency({ currency, offers }: { currency: Currency; offers: readonly SimulatedOffer[] }) {
  const { t } = useTranslation('price-rules');
  const format = useFormat();
  const money = (amount: number) => format.money({ amount, currency });
  const sum = (read: (offer: SimulatedOffer) => number) => offers.reduce((total, offer) => total + read(offer), 0);
  const [offered, ruled] = [sum((o) => o.offered.amount), sum((o) => o.ruled)];
  const inTime = offers.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const points = (read: (offer: SimulatedOffer) => number) => inTime.map((o) => ({ at: o.at, value: read(o) }));
  return (
    <div className="grid gap-4">
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-3">
        {(
          [
            ['offered', offered],
            ['ruled', ruled],
          ] as const
        ).map(([key, amount]) => (
          <div key={key}>
            <dt className="text-sm text-muted-foreground">{t(`simulation.${key}`)}</dt>
            <dd className="figures text-lg font-semibold">
              <MoneyText money={{ amount, currency }} />
            </dd>
          </div>
        ))}
        <div>
          <dt className="text-sm text-muted-foreground">{t('simulation.offers')}</dt>
          <dd className="figures text-lg font-semibold">{format.number(offers.length)}</dd>
        </div>
      </dl>
      <LazyLineChart
        title={t('simulation.chart')}
        unit={currency}
        fileName={`price-rules-${currency}`}
        source={t('simulation.source')}
        series={[
          { id: 'offered', label: t('simulation.offered'), points: points((o) => o.offered.amount) },
          { id: 'ruled', label: t('simulation.ruled'), points: points((o) => o.ruled) },
        ]}
        every={SIMULATED_DAYS * DAY}
        valueText={money}
        n={offers.length}
      />
    </div>
  );
}
