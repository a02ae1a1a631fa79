import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountDay, AccountFigures, PublicCreator } from '../../../server/features/creators/schema.ts';
import { LazyLineChart } from '@/components/charts/lazy-charts.tsx';
import { isStale } from '@/components/figures/FigureMark.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useNow } from '@/components/time/use-now.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Segmented } from '@/ui/segmented.tsx';

const MEASURES = ['followers', 'views', 'reach', 'reactions'] as const;
type Measure = (typeof MEASURES)[number];
const DAY_MS = 86_400_000;

/** Each measure is read by a call of its own, and may stop without the others. */
function readAt(measure: Measure, { followers, engagement, views }: AccountFigures, days: readonly AccountDay[]): Date {
  if (measure === 'views') return (views ?? followers).asOf;
  if (measure === 'reactions') return (engagement ?? followers).asOf;
  if (measure === 'followers') return followers.asOf;
  const last = days.findLast(({ reach }) => reach !== null)?.day;
  return last === undefined ? followers.asOf : new Date(Date.parse(`${last}T00:00:00Z`) + DAY_MS);
}

/** Daily figures of one account: followers, views, likes and comments. Days without a figure are gaps. */
export function History({ handle, creator }: { handle: string; creator: PublicCreator }) {
  const { t } = useTranslation('creators');
  const { t: terms } = useTranslation('terms');
  const format = useFormat();
  const now = useNow(() => null);
  const query = useQuery(api.creators.history.queryOptions({ handle }));
  const [chosen, setChosen] = useState<string | null>(null);
  const measured = creator.accounts.filter(({ id }) => query.data?.some(({ accountId }) => accountId === id));
  const account = measured.find(({ id }) => id === chosen) ?? measured[0];
  const days = query.data?.find(({ accountId }) => accountId === account?.id)?.days ?? [];
  const pointsOf = (measure: Measure) =>
    days.map((day: AccountDay) => ({ at: new Date(`${day.day}T00:00:00Z`), value: day[measure] }));
  return (
    <section aria-labelledby="creator-history">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="creator-history" className="heading-section">
          {t('history.title')}
        </h2>
        {measured.length > 1 && account ? (
          <Segmented
            label={t('history.account')}
            value={account.id}
            onValueChange={setChosen}
            options={measured.map(({ id, platform }) => ({ value: id, label: terms(`platform.${platform}`) }))}
          />
        ) : null}
      </div>
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={3} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('history.couldNotLoad')} onRetry={() => void query.refetch()} />
      ) : account ? (
        <div className="grid gap-8 xl:grid-cols-2">
          {MEASURES.filter((measure) => days.some((day) => day[measure] !== null)).map((measure) => (
            <LazyLineChart
              key={`${account.id} ${measure}`}
              title={t(`history.${measure}`)}
              unit={terms(`platform.${account.platform}`)}
              fileName={`${creator.party.slug}-${account.platform}-${measure}`}
              series={[{ id: measure, label: t(`history.${measure}`), points: pointsOf(measure) }]}
              valueText={format.number}
              tickText={format.compact}
              n={days.filter((day) => day[measure] !== null).length}
              asOf={readAt(measure, account, days)}
              stale={isStale({ source: account.followers.source, asOf: readAt(measure, account, days) }, now)}
            />
          ))}
        </div>
      ) : (
        <EmptyState title={t('history.none')}>{t('history.noneText')}</EmptyState>
      )}
    </section>
  );
}
