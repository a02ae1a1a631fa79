import { useTranslation } from 'react-i18next';
import type { MilestoneState } from '../../../server/features/escrow/schema.ts';
import type { WorkflowLink } from '../../../server/features/platform/schema.ts';
import { shownState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { MilestoneStateTag } from '@/components/money/MilestoneStateTag.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { PagedSection } from '@/features/platform/ListSection.tsx';
import { DealLink } from '@/features/platform/Whom.tsx';
import { WorkflowAnchor } from '@/features/platform/WorkflowAnchor.tsx';
import { api } from '@/lib/trpc.ts';

/** Open milestones, the last changed first, each with its workflow. */
export function RunningWorkflows() {
  const { t } = useTranslation('platform');
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
      cell: (row) => <MilestoneStateTag state={shownState({ ...row, state: row.state as MilestoneState })} />,
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
    <PagedSection
      title={t('workflow.title')}
      none={t('workflow.none')}
      page={(after) => api.platform.workflows.queryOptions({ after, limit: 10 })}
      columns={columns}
      rowKey={({ milestoneId }) => milestoneId}
    />
  );
}
