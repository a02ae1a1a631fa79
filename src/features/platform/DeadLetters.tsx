import { useTranslation } from 'react-i18next';
import type { DeadLetter } from '../../../server/features/outbox/schema.ts';
import type { Column } from '@/components/table/columns.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { PagedSection, RowAct } from '@/features/platform/ListSection.tsx';
import { WorkflowAnchor } from '@/features/platform/WorkflowAnchor.tsx';
import { useStaffMay } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';

/** Commands to workflows that failed in all tries, with the last error and one action. */
export function DeadLetters() {
  const { t } = useTranslation('platform');
  const columns: Column<DeadLetter>[] = [
    {
      id: 'command',
      header: t('dead.command'),
      cell: (row) => (
        <>
          <bdi dir="ltr" className="font-mono text-xs break-all">
            {row.name ? `${row.kind} ${row.name}` : row.kind} → {row.workflowId}
          </bdi>
          {row.lastError ? (
            <bdi dir="ltr" className="block rtl:text-end text-sm font-normal break-words text-muted-foreground">
              {row.lastError}
            </bdi>
          ) : null}
        </>
      ),
    },
    { id: 'attempts', header: t('dead.attempts'), align: 'end', cell: (row) => row.attempts },
    {
      id: 'since',
      header: t('dead.since'),
      cell: (row) => <DateText value={row.deadAt ?? row.createdAt} as="relative" />,
    },
    {
      id: 'act',
      header: <span className="sr-only">{t('act')}</span>,
      align: 'end',
      phone: 'line',
      cell: (row) => <Retry row={row} />,
    },
  ];
  return (
    <PagedSection
      id="dead"
      title={t('dead.title')}
      none={t('dead.none')}
      page={(after) => api.outbox.deadLetters.queryOptions({ after })}
      columns={columns}
      rowKey={({ id }) => String(id)}
    />
  );
}

function Retry({ row }: { row: DeadLetter }) {
  const { t } = useTranslation('platform');
  const retry = trpc.outbox.retry.useMutation({
    onSettled: () => Promise.all([api.outbox.invalidate(), api.platform.invalidate()]),
  });
  return (
    <RowAct
      act={retry}
      may={useStaffMay()('outbox.retry')}
      label={t('dead.retry')}
      onAct={() => retry.mutate({ id: row.id })}
    >
      <WorkflowAnchor url={row.workflowUrl} name={row.workflowId} />
    </RowAct>
  );
}
