import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { UndeliveredMail } from '../../../server/features/notifications/schema.ts';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** Mails of the last month that reached nobody: refused by the mailbox, or by every server in all their tries. */
export function UndeliveredMails() {
  const { t } = useTranslation('platform');
  const query = useQuery(api.notifications.undeliveredMails.queryOptions());
  const columns: Column<UndeliveredMail>[] = [
    {
      id: 'mail',
      header: t('undelivered.mail'),
      cell: (row) => (
        <>
          <bdi dir="ltr" className="break-all">{row.to}</bdi> <Tag>{t(`undelivered.${row.state}`)}</Tag>
          <bdi dir="ltr" className="block font-mono text-xs font-normal break-words text-muted-foreground">{row.lastError ? `${row.template}: ${row.lastError}` : row.template}</bdi>
        </>
      ),
    },
    { id: 'attempts', header: t('dead.attempts'), align: 'end', cell: (row) => row.attempts },
    { id: 'since', header: t('dead.since'), cell: (row) => <DateText value={row.at} as="relative" /> },
    { id: 'act', header: <span className="sr-only">{t('act')}</span>, align: 'end', phone: 'line', cell: (row) => (row.mayRetry ? <Retry row={row} /> : null) },
  ];
  return (
    <section>
      <h2 className="heading-section mb-1">{t('undelivered.title')}</h2>
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={2} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        <EmptyState title={t('undelivered.none')} />
      ) : (
        <DataTable label={t('undelivered.title')} rows={query.data} columns={columns} rowKey={({ id }) => id} />
      )}
    </section>
  );
}

function Retry({ row }: { row: UndeliveredMail }) {
  const { t } = useTranslation('platform');
  const explain = useErrorText();
  const retry = trpc.notifications.retryMail.useMutation({ onSettled: () => api.notifications.invalidate() });
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {retry.error ? <span role="alert" className="text-sm text-destructive">{explain(retry.error)}</span> : null}
      <Button size="small" pending={retry.isPending} onClick={() => retry.mutate({ id: row.id })}>
        {t('undelivered.retry')}
      </Button>
    </span>
  );
}
