import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format.ts';
import type { UndeliveredMail } from '../../../server/features/notifications/schema.ts';
import type { Column } from '@/components/table/columns.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { PagedSection, RowAct } from '@/features/platform/ListSection.tsx';
import { useStaffMay } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Tag } from '@/ui/tag.tsx';

/** Undelivered mails of the last month: refused by the mailbox, or by every server in all tries. */
export function UndeliveredMails() {
  const { t } = useTranslation('platform');
  const may = useStaffMay();
  const format = useFormat();
  const columns: Column<UndeliveredMail>[] = [
    {
      id: 'mail',
      header: t('undelivered.mail'),
      cell: (row) => (
        <>
          <bdi dir="ltr" className="break-all">
            {row.to}
          </bdi>{' '}
          <Tag>{t(`undelivered.${row.state}`)}</Tag>
          <bdi dir="ltr" className="block rtl:text-end font-mono text-xs font-normal break-words text-muted-foreground">
            {row.lastError ? format.labeled(row.template, row.lastError) : row.template}
          </bdi>
        </>
      ),
    },
    { id: 'attempts', header: t('dead.attempts'), align: 'end', cell: (row) => row.attempts },
    { id: 'since', header: t('dead.since'), cell: (row) => <DateText value={row.at} as="relative" /> },
    {
      id: 'act',
      header: <span className="sr-only">{t('act')}</span>,
      align: 'end',
      phone: 'line',
      cell: (row) => (row.mayRetry && may('notifications.retryMail') ? <Retry row={row} /> : null),
    },
  ];
  return (
    <PagedSection
      id="mails"
      title={t('undelivered.title')}
      none={t('undelivered.none')}
      page={(after) => api.notifications.undeliveredMails.queryOptions({ after })}
      columns={columns}
      rowKey={({ id }) => id}
    />
  );
}

function Retry({ row }: { row: UndeliveredMail }) {
  const { t } = useTranslation('platform');
  const retry = trpc.notifications.retryMail.useMutation({ onSettled: () => api.notifications.invalidate() });
  return <RowAct act={retry} may label={t('undelivered.retry')} onAct={() => retry.mutate({ id: row.id })} />;
}
