import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { Differences } from '@/features/platform/Differences.tsx';
import { MoneyStops } from '@/features/platform/MoneyChecks.tsx';
import { ReconciliationRuns } from '@/features/platform/ReconciliationRuns.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

// The page starts with the differences; these sections follow.
const BrandDebts = lazyNamed(() => import('@/features/platform/BrandDebts.tsx'), 'BrandDebts');
const AccountBalances = lazyNamed(() => import('@/features/platform/AccountBalances.tsx'), 'AccountBalances');
const FeeSchedules = lazyNamed(() => import('@/features/platform/FeeSchedules.tsx'), 'FeeSchedules');
const TaxReports = lazyNamed(() => import('@/features/platform/TaxReports.tsx'), 'TaxReports');
const HeldPayments = lazyNamed(() => import('@/features/platform/HeldPayments.tsx'), 'HeldPayments');

const WATCHED_MS = 1_500;
const QUIET_MS = 15_000;

/** For operators: the provider's entries beside the ledger's, what stops money, the balances and the payments on hold. */
export function MoneyPage() {
  const { t } = useTranslation('books');
  const format = useFormat();
  const explain = useErrorText();
  const query = useQuery({
    ...api.moneyCheck.reconciliations.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.current ? WATCHED_MS : QUIET_MS),
  });
  const reconcile = trpc.moneyCheck.reconcileNow.useMutation({ onSettled: () => api.moneyCheck.invalidate() });
  const current = query.data?.current ?? null;
  return (
    <>
      <PageHeader
        title={t('title')}
        status={
          current ? (
            <span role="status">
              {current.state === 'queued'
                ? t('reconcile.queued')
                : t('reconcile.running', { figure: format.number(current.linesCompared) })}
            </span>
          ) : null
        }
        actions={
          query.data?.mayAct ? (
            <Button pending={reconcile.isPending || current !== null} onClick={() => reconcile.mutate()}>
              <RefreshCw aria-hidden />
              {t('reconcile.button')}
            </Button>
          ) : null
        }
      />
      <MoneyStops />
      {reconcile.error ? (
        <Alert tone="problem" className="mt-4">
          {explain(reconcile.error)}
        </Alert>
      ) : null}
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={6} className="mt-6" />
      ) : (
        <div className="mt-6 grid gap-10">
          {query.data ? (
            <Differences overview={query.data} />
          ) : (
            <ErrorState error={query.error} moneySafe onRetry={() => void query.refetch()} />
          )}
          <Suspense fallback={<PendingSkeleton as="panel" rows={6} />}>
            <HeldPayments />
            <BrandDebts />
            <AccountBalances />
            <FeeSchedules />
            <TaxReports />
          </Suspense>
          {query.data ? <ReconciliationRuns runs={query.data.runs} /> : null}
        </div>
      )}
    </>
  );
}
