import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OpenOperation } from '../../../server/features/platform/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { DecideRefund } from '@/features/platform/DecideRefund.tsx';
import { WorkflowAnchor } from '@/features/platform/WorkflowAnchor.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** Calls to the payment provider whose outcome is not known yet. Nobody decides an outcome by hand: it is looked up again; only a refund that did not go through asks how it is paid. */
export function OpenOperations() {
  const { t } = useTranslation('platform');
  const query = useQuery(api.platform.openOperations.queryOptions());
  const columns: Column<OpenOperation>[] = [
    {
      id: 'operation',
      header: t('operation.name'),
      cell: (row) => (
        <>
          <bdi dir="ltr" className="font-mono text-xs break-all">{row.opId}</bdi>
          {row.error ? <bdi dir="ltr" className="block text-sm font-normal text-muted-foreground">{row.error}</bdi> : null}
        </>
      ),
    },
    { id: 'state', header: t('operation.state'), cell: (row) => <Tag>{t(row.decidable ? 'operation.toDecide' : `operation.${row.state}`)}</Tag> },
    { id: 'since', header: t('operation.since'), cell: (row) => <DateText value={row.claimedAt} as="relative" /> },
    { id: 'amount', header: t('operation.amount'), align: 'end', phone: 'corner', cell: (row) => <MoneyText money={row.amount !== null && row.currency ? { amount: row.amount, currency: row.currency } : null} /> },
    { id: 'act', header: <span className="sr-only">{t('act')}</span>, align: 'end', phone: 'line', cell: (row) => (row.decidable ? <DecideRefund row={row} /> : <LookAgain row={row} />) },
  ];
  return (
    <section>
      <h2 className="heading-section mb-1">{t('operation.title')}</h2>
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={2} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        <EmptyState title={t('operation.none')} />
      ) : (
        <DataTable label={t('operation.title')} rows={query.data} columns={columns} rowKey={({ opId }) => opId} />
      )}
    </section>
  );
}

function LookAgain({ row }: { row: OpenOperation }) {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const look = trpc.platform.resolveOperation.useMutation({ onSettled: () => api.platform.invalidate() });
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {look.error ? <span role="alert" className="text-sm text-destructive">{explain(look.error)}</span> : look.isSuccess ? <span role="status" className="text-sm text-muted-foreground">{t('operation.asked')}</span> : null}
      {row.workflowUrl ? <WorkflowAnchor url={row.workflowUrl} name={row.opId} /> : null}
      <Button size="small" pending={look.isPending} onClick={() => look.mutate({ opId: row.opId })}>
        {t('operation.lookAgain')}
      </Button>
    </span>
  );
}
