import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { OperationsOverview } from '../../../server/features/platform/schema.ts';
import { MoneyStrip } from '@/components/money/MoneyStrip.tsx';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { WhenNear } from '@/components/page/WhenNear.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { Cases } from '@/features/platform/Cases.tsx';
import { MoneyChecks, MoneyStops } from '@/features/platform/MoneyChecks.tsx';
import { MoneyHealth } from '@/features/platform/MoneyHealth.tsx';
import { Queues } from '@/features/platform/Queues.tsx';
import { Needs, useNeeds } from '@/features/platform/Needs.tsx';
import { StaffSearch } from '@/features/platform/StaffSearch.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { useStaffMay } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

// The page starts with what needs a staff member; these sections follow.
const BankProblems = lazyNamed(() => import('@/features/platform/BankProblems.tsx'), 'BankProblems');
const Decisions = lazyNamed(() => import('@/features/platform/Decisions.tsx'), 'Decisions');
const FeeCaps = lazyNamed(() => import('@/features/platform/FeeCaps.tsx'), 'FeeCaps');
const HelpCases = lazyNamed(() => import('@/features/platform/HelpCases.tsx'), 'HelpCases');
const HeldTexts = lazyNamed(() => import('@/features/platform/HeldTexts.tsx'), 'HeldTexts');
const DeadLetters = lazyNamed(() => import('@/features/platform/DeadLetters.tsx'), 'DeadLetters');
const RunningWorkflows = lazyNamed(() => import('@/features/platform/RunningWorkflows.tsx'), 'RunningWorkflows');
const UndeliveredMails = lazyNamed(() => import('@/features/platform/UndeliveredMails.tsx'), 'UndeliveredMails');
const OpenOperations = lazyNamed(() => import('@/features/platform/OpenOperations.tsx'), 'OpenOperations');

/** Fast enough to watch a repair, slow enough to leave open all day. */
const REFRESH_MS = 10_000;
/** For operators: queues with their age, money health, calls without an answer, failed commands. */
export function OperationsPage({ q, onSearch }: { q: string; onSearch: (words: string) => void }) {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const query = useQuery({ ...api.platform.overview.queryOptions(), refetchInterval: REFRESH_MS });
  const may = useStaffMay();
  const needs = useNeeds(query.data);
  const repair = trpc.platform.repairNow.useMutation({
    onSettled: () => Promise.all([api.operations, api.outbox, api.platform].map((area) => area.invalidate())),
  });
  return (
    <>
      <PageHeader
        title={needs ? t(needs.length === 0 ? 'heading.clear' : 'heading.attention') : t('title')}
        documentTitle={t('title')}
        status={
          query.dataUpdatedAt > 0 ? (
            <>
              {t('asOf')} <DateText value={new Date(query.dataUpdatedAt)} as="time" />
            </>
          ) : null
        }
        actions={
          <>
            <Button asChild>
              <Link to="/admin-dashboard/disputes">{t('allDisputes')}</Link>
            </Button>
            {may('platform.repairNow') ? (
              <Button pending={repair.isPending} onClick={() => repair.mutate()}>
                <RotateCw aria-hidden />
                {t('repair.button')}
              </Button>
            ) : null}
          </>
        }
      />
      <Needs needs={needs} />
      <MoneyStops />
      {repair.error ? (
        <Alert tone="problem" className="mt-4">
          {explain(repair.error)}
        </Alert>
      ) : null}
      {repair.data ? (
        <Alert tone="done" className="mt-4">
          {t('repair.asked', { count: repair.data.rows })}
        </Alert>
      ) : null}
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={6} className="mt-6" />
      ) : (
        <div className="mt-6 grid gap-10">
          {query.data ? null : <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
          <StaffSearch key={q} q={q} onSearch={onSearch} />
          <Cases />
          <Suspense fallback={<PendingSkeleton as="panel" rows={6} />}>
            <Decisions />
            {query.data ? (
              <>
                <Queues overview={query.data} />
                <MoneyHealth health={query.data.health} />
              </>
            ) : null}
            <MoneyChecks />
            <HelpCases />
            <HeldTexts />
            <OpenOperations />
            <BankProblems />
            <WhenNear>
              <Suspense fallback={<PendingSkeleton as="panel" rows={6} />}>
                <FeeCaps />
                <DeadLetters />
                <UndeliveredMails />
                <RunningWorkflows />
              </Suspense>
            </WhenNear>
            <ScrollToHash />
          </Suspense>
          {query.data ? <Counts counts={query.data.counts} /> : null}
        </div>
      )}
    </>
  );
}

function Counts({ counts }: Pick<OperationsOverview, 'counts'>) {
  const { t } = useTranslation('platform');
  return (
    <section>
      <h2 className="heading-section mb-2">{t('counts.title')}</h2>
      <MoneyStrip
        label={t('counts.title')}
        items={(['brands', 'creators', 'liveCampaigns', 'activeDeals'] as const).map((id) => ({
          id,
          label: t(`counts.${id}`),
          figure: counts[id],
        }))}
      />
    </section>
  );
}

/** The section of an address exists only after the page has its figures and its file. */
function ScrollToHash() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  return null;
}
