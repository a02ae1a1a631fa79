import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { MilestoneMoney } from '../../../server/features/payments/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { PaymentsWait } from '@/components/money/PaymentsWait.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { MilestoneBill, MilestoneNow, MilestonePostings } from '@/features/payments/MilestoneMoney.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { useLive } from '@/lib/live.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const MilestoneHistory = lazyNamed(() => import('@/features/payments/MilestoneHistory.tsx'), 'MilestoneHistory');

const BrandDebts = lazyNamed(() => import('@/features/payments/BrandDebts.tsx'), 'BrandDebts');

const Rulings = lazyNamed(() => import('@/features/payments/Rulings.tsx'), 'Rulings');

/** One milestone's money: where it is, what happens next, its bill, papers, timeline, postings and disputes. */
export function MilestonePage({ milestoneId, brand }: { milestoneId: string; brand: boolean }) {
  const { t } = useTranslation('payments');
  const { t: screens } = useTranslation('screens');
  const query = useQuery(api.payments.milestone.queryOptions({ milestoneId }));
  useLive(query.data ? [`contract:${query.data.contractId}`] : null);
  return (
    <DetailPage
      query={query}
      errorTitle={t('page.loadFailed')}
      moneySafe
      header={(row) => ({
        title: row.milestoneTitle,
        status: `${row.counterpart.name} · ${row.dealTitle}`,
        crumbs: [
          { label: screens('areas.money') },
          { label: brand ? t('title') : t('incoming'), link: { to: '/payments' } },
          { label: row.milestoneTitle },
        ],
        actions: (
          <Button asChild>
            <Link to="/smart-contracts/$contractId" params={{ contractId: row.contractId }}>
              {t('drawer.openDeal')}
            </Link>
          </Button>
        ),
      })}
      aside={(row) => <MilestoneBill row={row} brand={brand} heading="h2" />}
      asideLabel={t('drawer.where')}
    >
      {(row) => (
        <div className="grid gap-8">
          {brand && row.state === 'awaiting_funding' ? <PaymentsWait /> : null}
          <MilestoneNow row={row} />
          <Suspense fallback={null}>
            {brand ? (
              <BrandDebts about={row.milestoneId} className="mb-0!" />
            ) : (
              <Rulings milestoneId={row.milestoneId} />
            )}
          </Suspense>
          <PaidWith row={row} />
          <History row={row} />
          <MilestonePostings milestoneId={row.milestoneId} />
        </div>
      )}
    </DetailPage>
  );
}

/** The milestones of the same payment. */
function PaidWith({ row }: { row: MilestoneMoney }) {
  const { t } = useTranslation('payments');
  if (row.together.length === 0) return null;
  return (
    <section aria-labelledby="paid-with">
      <h2 id="paid-with" className="heading-section">
        {t('together.paidWith')}
      </h2>
      <ul className="mt-1 border-t border-border">
        {row.together.map((line) => (
          <li
            key={line.milestoneId}
            className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-border py-2"
          >
            <span className="min-w-0">
              {line.milestoneId === row.milestoneId ? (
                <bdi className="font-semibold">{line.milestoneTitle}</bdi>
              ) : (
                <Link to="/payments/$milestoneId" params={{ milestoneId: line.milestoneId }} className="link">
                  <bdi>{line.milestoneTitle}</bdi>
                </Link>
              )}
              <span className="block text-sm text-muted-foreground">
                <bdi>{line.dealTitle}</bdi>
              </span>
            </span>
            <MoneyText money={{ amount: line.total, currency: row.currency }} />
          </li>
        ))}
      </ul>
      {row.paymentId ? (
        <p className="mt-2 text-sm">
          <Link to="/payment-success" search={{ payment: row.paymentId }} className="link">
            {t('result.name')}
          </Link>
        </p>
      ) : null}
    </section>
  );
}

/** The dispute and the events, loaded after the page. */
function History({ row }: { row: MilestoneMoney }) {
  return (
    <Suspense fallback={<PendingSkeleton as="panel" rows={3} />}>
      <MilestoneHistory contractId={row.contractId} milestoneId={row.milestoneId} />
    </Suspense>
  );
}
