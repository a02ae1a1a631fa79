import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DeadLetter } from '../../../server/features/platform/schema.ts';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { WorkflowAnchor } from '@/features/platform/WorkflowAnchor.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Commands to workflows that were given up after many tries, with the last error and one act. */
export function DeadLetters() {
  const { t } = useTranslation('platform');
  const query = useQuery(api.platform.deadLetters.queryOptions());
  const columns: Column<DeadLetter>[] = [
    {
      id: 'command',
      header: t('dead.command'),
      cell: (row) => (
        <>
          <bdi dir="ltr" className="font-mono text-xs break-all">{row.name ? `${row.kind} ${row.name}` : row.kind} → {row.workflowId}</bdi>
          {row.lastError ? <bdi dir="ltr" className="block text-sm font-normal break-words text-muted-foreground">{row.lastError}</bdi> : null}
        </>
      ),
    },
    { id: 'attempts', header: t('dead.attempts'), align: 'end', cell: (row) => row.attempts },
    { id: 'since', header: t('dead.since'), cell: (row) => <DateText value={row.deadAt ?? row.createdAt} as="relative" /> },
    { id: 'act', header: <span className="sr-only">{t('act')}</span>, align: 'end', phone: 'line', cell: (row) => <Retry row={row} /> },
  ];
  return (
    <section>
      <h2 className="heading-section mb-1">{t('dead.title')}</h2>
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={2} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        <EmptyState title={t('dead.none')} />
      ) : (
        <DataTable label={t('dead.title')} rows={query.data} columns={columns} rowKey={({ id }) => String(id)} />
      )}
    </section>
  );
}

function Retry({ row }: { row: DeadLetter }) {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const retry = trpc.platform.retryDeadLetter.useMutation({ onSettled: () => api.platform.invalidate() });
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {retry.error ? <span role="alert" className="text-sm text-destructive">{explain(retry.error)}</span> : null}
      <WorkflowAnchor url={row.workflowUrl} name={row.workflowId} />
      <Button size="small" pending={retry.isPending} onClick={() => retry.mutate({ id: row.id })}>
        {t('dead.retry')}
      </Button>
    </span>
  );
}
