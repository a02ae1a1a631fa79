import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { OperationsOverview } from '../../../server/features/platform/schema.ts';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { COMMAND_LATE_S, EVENT_LATE_S, lateEntries } from '@/features/platform/queue-rules.ts';
import { unitWord } from '@/lib/duration.ts';
import { useFormat } from '@/lib/format.ts';
import { cn } from '@/lib/cn.ts';

interface QueueRow {
  id: 'outbox' | 'webhooks' | 'mails' | 'operations' | 'clocks' | 'disputes';
  waiting: number;
  oldestSeconds: number | null;
  /** Needs a staff member. */
  stuck: number;
}

/** How old the oldest entry of a queue may be; people decide disputes within days. */
const LATE_S: Record<QueueRow['id'], number> = {
  outbox: COMMAND_LATE_S,
  webhooks: EVENT_LATE_S,
  mails: COMMAND_LATE_S,
  operations: COMMAND_LATE_S,
  clocks: 0,
  disputes: Infinity,
};

/** Every queue with the age of its oldest entry. */
export function Queues({ overview }: { overview: OperationsOverview }) {
  const { t, i18n } = useTranslation('platform');
  const format = useFormat();
  const { outbox, webhooks, mails, operations, overdueClocks, clocksOldestSeconds, disputes } = overview;
  const late = lateEntries(overview);
  const rows: QueueRow[] = [
    { id: 'outbox', waiting: outbox.waiting, oldestSeconds: outbox.oldestSeconds, stuck: outbox.dead + late.commands },
    { id: 'webhooks', waiting: webhooks.pending, oldestSeconds: webhooks.oldestSeconds, stuck: late.webhooks },
    { id: 'mails', waiting: mails.queued, oldestSeconds: mails.oldestSeconds, stuck: mails.failed },
    {
      id: 'operations',
      waiting: operations.claimed,
      oldestSeconds: operations.oldestSeconds,
      stuck: operations.unknown + operations.failed,
    },
    { id: 'clocks', waiting: 0, oldestSeconds: clocksOldestSeconds, stuck: overdueClocks },
    { id: 'disputes', waiting: disputes.waiting, oldestSeconds: disputes.oldestSeconds, stuck: disputes.dueSoon },
  ];
  const age = (seconds: number) => {
    const [amount, unit] =
      seconds >= 172_800
        ? ([Math.floor(seconds / 86_400), 'day'] as const)
        : seconds >= 7200
          ? ([Math.floor(seconds / 3600), 'hour'] as const)
          : seconds >= 120
            ? ([Math.floor(seconds / 60), 'minute'] as const)
            : ([Math.floor(seconds), 'second'] as const);
    return `${format.number(amount)} ${unitWord(amount, unit, i18n.language)}`;
  };
  const columns: Column<QueueRow>[] = [
    {
      id: 'queue',
      header: t('queue.name'),
      cell: ({ id }) => (
        <>
          {id === 'disputes' ? (
            <Link to="/admin-dashboard/disputes" className="link">
              {t(`queue.${id}.name`)}
            </Link>
          ) : (
            t(`queue.${id}.name`)
          )}
          <span className="block text-sm font-normal text-muted-foreground">{t(`queue.${id}.text`)}</span>
        </>
      ),
    },
    {
      id: 'waiting',
      header: t('queue.waiting'),
      align: 'end',
      cell: ({ waiting }) => (
        <span className={cn('figures', waiting === 0 && 'text-muted-foreground')}>{format.number(waiting)}</span>
      ),
    },
    {
      id: 'oldest',
      header: t('queue.oldest'),
      align: 'end',
      cell: ({ id, oldestSeconds }) =>
        oldestSeconds === null ? (
          <span className="text-muted-foreground">–</span>
        ) : (
          <span className={cn('figures', oldestSeconds >= LATE_S[id] && 'font-semibold text-urgent')}>
            {age(oldestSeconds)}
          </span>
        ),
    },
    {
      id: 'stuck',
      header: t('queue.stuck'),
      align: 'end',
      phone: 'corner',
      cell: ({ stuck }) => (
        <span className={cn('figures', stuck === 0 ? 'text-muted-foreground' : 'font-semibold text-destructive')}>
          {format.number(stuck)}
        </span>
      ),
    },
  ];
  return (
    <section id="queues" className="scroll-mt-20">
      <h2 className="heading-section mb-1">{t('queue.title')}</h2>
      <DataTable label={t('queue.title')} rows={rows} columns={columns} rowKey={({ id }) => id} />
    </section>
  );
}
