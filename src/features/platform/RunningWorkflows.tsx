import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MilestoneState } from '../../../server/features/escrow/schema.ts';
import type { WorkflowLink } from '../../../server/features/platform/schema.ts';
import { MilestoneStateTag } from '@/components/money/MilestoneStateTag.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { DealLink } from '@/features/platform/Whom.tsx';
import { WorkflowAnchor } from '@/features/platform/WorkflowAnchor.tsx';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const SHOWN_AT_FIRST = 10;

/** Open milestones, the last changed first, each with its workflow. */
export function RunningWorkflows() {
  const { t } = useTranslation('platform');
  const { t: common } = useTranslation();
  const [all, setAll] = useState(false);
  const query = useQuery(api.platform.workflows.queryOptions());
  const columns: Column<WorkflowLink>[] = [
    {
      id: 'title',
      header: t('workflow.deal'),
      cell: (row) => (
        <>
          <DealLink contractId={row.contractId} title={row.title} />
          <span className="block text-sm font-normal text-muted-foreground">
            <bdi>{row.brandName}</bdi> · <bdi>{row.creatorName}</bdi>
          </span>
        </>
      ),
    },
    {
      id: 'state',
      header: t('workflow.state'),
      phone: 'line',
      cell: (row) => <MilestoneStateTag state={row.state as MilestoneState} />,
    },
    { id: 'moved', header: t('workflow.moved'), cell: (row) => <DateText value={row.updatedAt} as="relative" /> },
    {
      id: 'open',
      header: <span className="sr-only">{t('act')}</span>,
      align: 'end',
      phone: 'corner',
      cell: (row) => <WorkflowAnchor url={row.workflowUrl} name={row.title} />,
    },
  ];
  return (
    <section>
      <h2 className="heading-section mb-1">{t('workflow.title')}</h2>
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={4} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        <EmptyState title={t('workflow.none')} />
      ) : (
        <DataTable
          label={t('workflow.title')}
          rows={all ? query.data : query.data.slice(0, SHOWN_AT_FIRST)}
          columns={columns}
          rowKey={({ milestoneId }) => milestoneId}
          footer={
            !all && query.data.length > SHOWN_AT_FIRST ? (
              <Button className="mt-4" onClick={() => setAll(true)}>
                {common('label.viewMore')}
              </Button>
            ) : undefined
          }
        />
      )}
    </section>
  );
}
