import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PHASE_OF } from '../../../server/features/disputes/rules.ts';
import type { QueuedDispute } from '../../../server/features/disputes/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { ListPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { cn } from '@/lib/cn.ts';
import { api } from '@/lib/trpc.ts';

/** A person has to decide within a day. */
const isUrgent = (state: QueuedDispute['state'], dueAt: Date, now: Date): boolean =>
  (state === 'deciding' || state === 'appealed') && dueAt.getTime() - now.getTime() < 24 * 3_600_000;

/** Open disputes for staff: how old each is, and by when who has to decide. */
export function DisputeQueuePage() {
  const { t } = useTranslation('disputes');
  const { t: platform } = useTranslation('platform');
  const columns: Column<QueuedDispute>[] = [
    {
      id: 'deal',
      header: t('queue.deal'),
      cell: (row) => (
        <>
          <Link
            to="/admin-dashboard/disputes/$disputeId"
            params={{ disputeId: row.id }}
            className="font-semibold underline-offset-4 hover:underline"
          >
            <bdi>{row.dealTitle}</bdi> · <bdi>{row.milestoneTitle}</bdi>
          </Link>
          <span className="block text-sm font-normal text-muted-foreground">{t(`reason.${row.reason}`)}</span>
        </>
      ),
    },
    {
      id: 'sides',
      header: t('queue.sides'),
      cell: (row) => (
        <>
          <bdi>{row.brandName}</bdi> · <bdi>{row.creatorName}</bdi>
        </>
      ),
    },
    {
      id: 'amount',
      header: t('queue.amount'),
      align: 'end',
      cell: (row) => <MoneyText money={{ amount: row.amount, currency: row.currency }} />,
    },
    {
      id: 'phase',
      header: t('queue.phase'),
      cell: (row) =>
        row.appealedSide
          ? t('queue.appealBy', { name: row.appealedSide === 'brand' ? row.brandName : row.creatorName })
          : t(`phase.${PHASE_OF[row.state]}`),
    },
    {
      id: 'decides',
      header: t('queue.decides'),
      cell: (row) =>
        row.dueAt === null
          ? '–'
          : row.proposedByName
            ? t('queue.proposedBy', { name: row.proposedByName })
            : t(row.needsSecond ? 'queue.two' : 'queue.one'),
    },
    { id: 'opened', header: t('queue.opened'), cell: (row) => <DateText value={row.openedAt} as="relative" /> },
    {
      id: 'due',
      header: t('queue.due'),
      cell: (row) =>
        row.dueAt ? (
          <span className={cn(isUrgent(row.state, row.dueAt, new Date()) && 'font-semibold text-urgent')}>
            <DateText value={row.dueAt} />
          </span>
        ) : (
          '–'
        ),
    },
  ];
  return (
    <ListPage
      title={t('queue.title')}
      crumbs={[{ label: platform('title'), link: { to: '/admin-dashboard' } }, { label: t('queue.title') }]}
    >
      <QueryTable
        label={t('queue.title')}
        page={(after) => api.disputes.queue.queryOptions(after ? { after } : {})}
        emptyState={<EmptyState title={t('queue.none')} />}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </ListPage>
  );
}
