import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueueItem } from '../../../server/features/content/schema.ts';
import { MilestoneStateTag } from '@/components/money/MilestoneStateTag.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { Countdown } from '@/components/time/Countdown.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormat } from '@/lib/format.ts';
import { type Persona, SCREENS } from '@/lib/screens.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Work that waits for a decision or for its maker, the clock that ends first in front. */
export function ReviewQueue({ persona }: { persona: Persona }) {
  const { t } = useTranslation('content');
  const { t: nav } = useTranslation('nav');
  const query = useQuery(api.content.queue.queryOptions());
  const side = persona === 'brand' ? 'brand' : 'creator';
  const items = query.data ?? [];
  const mine = items.filter((item) => item.turn === side);
  const theirs = items.filter((item) => item.turn !== side);
  const screen = SCREENS['/content-approval'];
  const name = nav(`screens.${side === 'brand' ? screen.title : screen.titleFor.creator}`);
  return (
    <>
      <PageHeader
        crumbs={[{ label: nav(side === 'brand' ? 'areas.content' : 'areas.my-work') }, { label: name }]}
        documentTitle={name}
        title={query.data ? t(`queue.heading.${side}`, { count: mine.length }) : name}
        status={t(`queue.status.${side}`)}
      />
      <div className="mt-6 grid gap-10">
        {query.isPending ? (
          <PendingSkeleton rows={5} />
        ) : query.isError ? (
          <ErrorState error={query.error} title={t('queue.failed')} moneySafe onRetry={() => void query.refetch()} />
        ) : items.length === 0 ? (
          <EmptyState title={t('queue.empty.title')} action={<Button asChild><Link to={'/my-campaigns' as string}>{t('queue.empty.action')}</Link></Button>}>
            {t(`queue.empty.${side}`)}
          </EmptyState>
        ) : (
          <>
            {mine.length > 0 ? <QueueSection title={t('queue.mine')} items={mine} /> : null}
            {theirs.length > 0 ? <QueueSection title={t(`queue.theirs.${side}`)} items={theirs} /> : null}
          </>
        )}
      </div>
    </>
  );
}

/** The table is the named region; the section around it needs no second one of that name. Widths are given, so that the columns of both tables stand in line. */
function QueueSection({ title, items }: { title: string; items: readonly QueueItem[] }) {
  const { t } = useTranslation('content');
  const format = useFormat();
  const columns: Column<QueueItem>[] = [
    {
      id: 'work',
      className: 'md:w-[34%]',
      header: t('queue.column.work'),
      cell: (item) => (
        <span className="flex items-center gap-3">
          <Thumbnail item={item} />
          <span className="min-w-0">
            <Link to={'/content-approval/$milestoneId'} params={{ milestoneId: item.milestoneId }} className="block after:absolute after:inset-0">
              <bdi>{item.milestoneTitle}</bdi>
            </Link>
            <span className="block text-sm font-normal text-muted-foreground">
              <bdi>{item.counterpart.name}</bdi> · <bdi>{item.dealTitle}</bdi>
            </span>
          </span>
        </span>
      ),
    },
    { id: 'state', header: t('queue.column.state'), phone: 'line', className: 'md:w-[17%]', cell: (item) => <MilestoneStateTag state={item.state} /> },
    { id: 'version', header: t('queue.column.version'), className: 'md:w-[20%]', cell: (item) => (item.submissionN > 0 ? t('queue.version', { n: item.submissionN, round: item.round, max: item.roundsMax }) : t('queue.nothingYet')) },
    {
      id: 'next',
      className: 'md:w-[20%]',
      header: t('queue.column.next'),
      cell: (item) =>
        item.deadlineAt ? (
          <>
            <Countdown deadline={item.deadlineAt} className="block" />
            <span className="block text-sm text-muted-foreground">{t(`queue.then.${thenOf(item)}`, { amount: format.money({ amount: item.amount, currency: item.currency }) })}</span>
          </>
        ) : (
          <DateText value={item.dueAt} />
        ),
    },
    { id: 'amount', header: t('queue.column.amount'), align: 'end', phone: 'corner', cell: (item) => <MoneyText money={{ amount: item.amount, currency: item.currency }} className="font-semibold" /> },
  ];
  return (
    <section>
      <h2 className="heading-section mb-1">
        {title}
      </h2>
      <DataTable label={title} rows={items} columns={columns} rowKey={(item) => item.milestoneId} />
    </section>
  );
}

function Thumbnail({ item }: { item: QueueItem }) {
  const [unreadable, setUnreadable] = useState(false);
  const box = 'size-11 shrink-0 rounded-sm bg-muted';
  return item.thumbnail && !unreadable ? (
    <img src={item.thumbnail.url} alt="" loading="lazy" onError={() => setUnreadable(true)} className={`${box} object-cover`} />
  ) : (
    <span aria-hidden className={`${box} grid place-items-center text-muted-foreground`}>
      <FileText className="size-4" />
    </span>
  );
}

/** What happens when the clock of this row ends. */
function thenOf(item: QueueItem): 'release' | 'overdue' | 'refund' {
  if (item.state === 'delivered') return 'release';
  return item.state === 'overdue' ? 'refund' : 'overdue';
}
