import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { EscrowTimeline } from '@/components/deal/EscrowTimeline.tsx';
import { EventText } from '@/components/deal/EventText.tsx';
import { beginsDispute } from '@/components/disputes/begins-dispute.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';

const DisputeRoom = lazyNamed(
  async () => (await Promise.all([import('@/components/disputes/DisputeRoom.tsx'), loadTexts('disputes')]))[0],
  'DisputeRoom',
);

/** The events of one milestone from its deal's timeline, and its dispute room where there is one. */
export function MilestoneHistory({ contractId, milestoneId }: { contractId: string; milestoneId: string }) {
  const { t } = useTranslation('payments');
  const query = useQuery(api.escrow.deal.queryOptions({ contractId }));
  if (query.isPending) return <PendingSkeleton as="panel" rows={3} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} moneySafe onRetry={() => void query.refetch()} />;
  const events = eventsOf(query.data, milestoneId);
  return (
    <div className="grid gap-8">
      {events.some(beginsDispute) ? (
        <section aria-label={t('page.dispute')}>
          <Suspense fallback={<PendingSkeleton as="panel" rows={3} />}>
            <DisputeRoom milestoneId={milestoneId} />
          </Suspense>
        </section>
      ) : null}
      {events.length > 0 ? (
        <section aria-labelledby="money-history">
          <div className="flex flex-wrap items-baseline justify-between gap-3">
            <h2 id="money-history" className="heading-section">
              {t('page.history')}
            </h2>
            <p className="text-sm text-muted-foreground">{t('page.balances')}</p>
          </div>
          <EscrowTimeline
            className="mt-1.5"
            currency={query.data.currency}
            events={events.map((event) => ({
              id: event.id,
              at: event.at,
              what: <EventText event={event} deal={query.data} />,
              balances: event,
            }))}
          />
        </section>
      ) : null}
    </div>
  );
}

const eventsOf = ({ timeline }: DealDto, milestoneId: string) =>
  timeline.filter((event) => event.milestoneId === milestoneId);
