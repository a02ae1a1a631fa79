import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { OperationsOverview } from '../../../server/features/platform/schema.ts';
import { MoneyStrip } from '@/components/money/MoneyStrip.tsx';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { Accounts } from '@/features/platform/Accounts.tsx';
import { Cases } from '@/features/platform/Cases.tsx';
import { DeadLetters } from '@/features/platform/DeadLetters.tsx';
import { Decisions } from '@/features/platform/Decisions.tsx';
import { HelpCases } from '@/features/platform/HelpCases.tsx';
import { MoneyChecks, MoneyStops, useMoneyChecks } from '@/features/platform/MoneyChecks.tsx';
import { MoneyHealth } from '@/features/platform/MoneyHealth.tsx';
import { OpenOperations } from '@/features/platform/OpenOperations.tsx';
import { Queues } from '@/features/platform/Queues.tsx';
import { RunningWorkflows } from '@/features/platform/RunningWorkflows.tsx';
import { UndeliveredMails } from '@/features/platform/UndeliveredMails.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** Fast enough to watch a repair, slow enough to leave open all day. */
const REFRESH_MS = 10_000;
/** Commands are delivered within a second; one that waits longer than this means that Temporal is away or lost something. */
const COMMAND_LATE_S = 60;

/** What operators need: queues with their age, money health, calls without an answer, commands that were given up. */
export function OperationsPage() {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const query = useQuery({ ...api.platform.overview.queryOptions(), refetchInterval: REFRESH_MS });
  const checks = useMoneyChecks();
  const booksAgree = checks.data?.stops.length === 0 && checks.data.last?.state !== 'breached';
  const repair = trpc.platform.repairNow.useMutation({ onSettled: () => api.platform.invalidate() });
  return (
    <>
      <PageHeader
        title={query.data ? t(isClear(query.data) && booksAgree ? 'heading.clear' : 'heading.attention') : t('title')}
        documentTitle={t('title')}
        status={query.dataUpdatedAt > 0 ? <>{t('asOf')} <DateText value={new Date(query.dataUpdatedAt)} as="time" /></> : null}
        actions={
          <Button pending={repair.isPending} onClick={() => repair.mutate()}>
            <RotateCw aria-hidden />
            {t('repair.button')}
          </Button>
        }
      />
      <MoneyStops />
      {repair.error ? <Alert tone="problem" className="mt-4">{explain(repair.error)}</Alert> : null}
      {repair.data ? <Alert tone="done" className="mt-4">{t('repair.asked', { count: repair.data.rows })}</Alert> : null}
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={6} className="mt-6" />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="mt-6 grid gap-10">
          <Cases />
          <Decisions />
          <Queues overview={query.data} />
          <MoneyHealth health={query.data.health} />
          <MoneyChecks />
          <HelpCases />
          <OpenOperations />
          <DeadLetters />
          <UndeliveredMails />
          <RunningWorkflows />
          <Accounts />
          <section>
            <h2 className="heading-section mb-2">{t('counts.title')}</h2>
            <MoneyStrip
              label={t('counts.title')}
              items={(['brands', 'creators', 'liveCampaigns', 'activeDeals'] as const).map((id) => ({ id, label: t(`counts.${id}`), figure: query.data.counts[id] }))}
            />
          </section>
        </div>
      )}
    </>
  );
}

function isClear({ outbox, mails, operations, overdueClocks, health }: OperationsOverview): boolean {
  return outbox.dead === 0 && (outbox.oldestSeconds ?? 0) < COMMAND_LATE_S && mails.failed === 0 && operations.unknown === 0 && operations.failed === 0 && overdueClocks === 0 && health.every((books) => books.suspense === 0 && (books.providerBalance === null || books.providerBalance === books.ledgerBalance));
}
