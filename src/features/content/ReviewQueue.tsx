import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import type { ApprovedItem, FileDto, QueueItem } from '../../../server/features/content/schema.ts';
import { MilestoneStateTag } from '@/components/money/MilestoneStateTag.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { comesAtZero, releaseWait } from '@/components/deal/waiting-money.ts';
import { usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import { ListPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { Countdown } from '@/components/time/Countdown.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { countValues } from '@/lib/count.ts';
import { useFormat } from '@/lib/format.ts';
import { inOrg } from '@/lib/org-choice.ts';
import { usePermitted } from '@/lib/permitted.ts';
import type { Persona } from '@/lib/screens.ts';
import { SCREENS } from '@/lib/screens.gen.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { approvedWorkUrl } from '../../../server/features/content/rules.ts';

/**
 * Work that waits for a decision or for its creator, the earliest deadline first; and approved work, to view and
 * download.
 */
export function ReviewQueue({ persona, tab }: { persona: Persona; tab: 'waiting' | 'assigned' | 'approved' }) {
  const { t } = useTranslation('content');
  const { t: screens } = useTranslation('screens');
  const query = useQuery(api.content.queueCounts.queryOptions());
  const side = persona === 'brand' ? 'brand' : 'creator';
  const { mine, theirs } = query.data ?? { mine: 0, theirs: 0 };
  const paused = usePausedCurrencies();
  // A role that may not act does not see it as its own task.
  const can = usePermitted(side === 'brand' ? 'content.approve' : 'content.submit') === true;
  const screen = SCREENS['/content-approval'];
  const name = screens(`titles.${side === 'brand' ? screen.title : screen.titleFor.creator}`);
  const approved = tab === 'approved';
  return (
    <ListPage
      documentTitle={name}
      title={
        approved
          ? t('approved.heading')
          : query.data
            ? t(can ? `queue.heading.${side}` : 'queue.heading.team', countValues(mine))
            : name
      }
      status={approved ? t(`approved.status.${side}`) : t(`queue.status.${statusOf(side, paused.length > 0)}`)}
      tabs={{
        label: name,
        current: tab,
        items: [
          {
            id: 'waiting',
            label: t('queue.tab.waiting'),
            link: { to: '/content-approval' } as const,
            ...(mine + theirs > 0 ? { count: mine + theirs } : {}),
            hot: can && mine > 0,
          },
          ...(side === 'brand' && can
            ? [
                {
                  id: 'assigned',
                  label: t('queue.tab.assigned'),
                  link: { to: '/content-approval', search: { tab: 'assigned' } } as const,
                },
              ]
            : []),
          {
            id: 'approved',
            label: t('queue.tab.approved'),
            link: { to: '/content-approval', search: { tab: 'approved' } } as const,
          },
        ],
      }}
    >
      {approved ? (
        <ApprovedTable side={side} />
      ) : tab === 'assigned' ? (
        <div className="mt-6">
          <QueueSection title={t('queue.assigned')} turn="mine" assigned />
        </div>
      ) : (
        <div className="mt-6 grid gap-10">
          {query.isPending ? (
            <PendingSkeleton rows={5} />
          ) : query.isError && !query.data ? (
            <ErrorState error={query.error} title={t('queue.failed')} moneySafe onRetry={() => void query.refetch()} />
          ) : mine + theirs === 0 ? (
            <EmptyState
              title={t('queue.empty.title')}
              action={
                <Button asChild>
                  <Link to="/my-campaigns">{t('queue.empty.action')}</Link>
                </Button>
              }
            >
              {t(`queue.empty.${side}`)}
            </EmptyState>
          ) : (
            <>
              {mine > 0 ? <QueueSection title={t(can ? 'queue.mine' : 'queue.team')} turn="mine" /> : null}
              {theirs > 0 ? <QueueSection title={t(`queue.theirs.${side}`)} turn="theirs" /> : null}
            </>
          )}
        </div>
      )}
    </ListPage>
  );
}

/** Approved work, the latest first; each row links to the work and its files. */
function ApprovedTable({ side }: { side: 'brand' | 'creator' }) {
  const { t } = useTranslation('content');
  const format = useFormat();
  const columns: Column<ApprovedItem>[] = [
    {
      id: 'work',
      className: 'md:w-[38%]',
      header: t('queue.column.work'),
      cell: (item) => (
        <WorkCell item={item} thumbnail={item.files.find(({ mime }) => mime.startsWith('image/')) ?? null} />
      ),
    },
    {
      id: 'approved',
      header: t('approved.column.approved'),
      phone: 'line',
      cell: (item) => (
        <>
          <DateText value={item.approvedAt} className="block" />
          <span className="block text-sm text-muted-foreground">
            {t('approved.version', { n: item.submissionN })}
            {item.byClock ? ` · ${t('approved.byClock')}` : null}
          </span>
        </>
      ),
    },
    {
      id: 'state',
      header: t('queue.column.state'),
      phone: 'hidden',
      cell: (item) => <MilestoneStateTag state={item.state} />,
    },
    {
      id: 'files',
      header: t('approved.column.files'),
      phone: 'line',
      cell: (item) =>
        item.files.length === 0 ? (
          <span className="text-sm text-muted-foreground">{t('approved.noFiles')}</span>
        ) : (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {/* Above the link that covers the row. */}
            <Button asChild size="small" className="relative z-10">
              <a
                href={inOrg(approvedWorkUrl(item.milestoneId))}
                download
                aria-label={t('approved.downloadOf', { title: item.milestoneTitle })}
              >
                <Download aria-hidden />
                {t('approved.download')}
              </a>
            </Button>
            <span className="text-sm whitespace-nowrap text-muted-foreground">
              {t('approved.files', { count: item.files.length })} ·{' '}
              {format.bytes(item.files.reduce((sum, { size }) => sum + size, 0))}
            </span>
          </span>
        ),
    },
    {
      id: 'amount',
      header: t('queue.column.amount'),
      align: 'end',
      phone: 'corner',
      cell: (item) => <MoneyText money={{ amount: item.amount, currency: item.currency }} className="font-semibold" />,
    },
  ];
  return (
    <QueryTable
      label={t('approved.heading')}
      columns={columns}
      rowKey={(item) => `${item.milestoneId}-${item.submissionN}`}
      page={(after) => api.content.approved.queryOptions(after ? { after } : {})}
      errorTitle={t('queue.failed')}
      emptyState={<EmptyState title={t('approved.empty.title')}>{t(`approved.empty.${side}`)}</EmptyState>}
    />
  );
}

/**
 * The table is the named region; the section around it needs no second one of that name. Widths are set, so that the
 * columns of both tables align.
 */
function QueueSection({
  title,
  turn,
  assigned = false,
}: {
  title: string;
  turn: 'mine' | 'theirs';
  /** Only what the reader is to review. */
  assigned?: boolean;
}) {
  const { t } = useTranslation('content');
  const format = useFormat();
  const paused = usePausedCurrencies();
  const columns: Column<QueueItem>[] = [
    {
      id: 'work',
      className: 'md:w-[34%]',
      header: t('queue.column.work'),
      cell: (item) => <WorkCell item={item} thumbnail={item.thumbnail} />,
    },
    {
      id: 'state',
      header: t('queue.column.state'),
      phone: 'line',
      className: 'md:w-[17%]',
      cell: (item) => (
        <>
          <MilestoneStateTag state={item.state} />
          {item.reviewer ? (
            <span className="mt-0.5 block text-sm text-muted-foreground">
              {t('reviewer.by', { name: item.reviewer })}
            </span>
          ) : null}
        </>
      ),
    },
    {
      id: 'version',
      header: t('queue.column.version'),
      className: 'md:w-[20%]',
      cell: (item) =>
        item.submissionN > 0 ? (
          <>
            {format.number(item.submissionN)}
            <span className="block text-sm text-muted-foreground">
              {t('queue.rounds', { round: item.round, max: item.roundsMax })}
            </span>
          </>
        ) : (
          t('queue.nothingYet')
        ),
    },
    {
      id: 'next',
      className: 'md:w-[20%]',
      header: t('queue.column.next'),
      cell: (item) =>
        item.deadlineAt ? (
          <>
            <Countdown deadline={item.deadlineAt} className="block" />
            <span className="block text-sm text-muted-foreground">
              {t(`queue.then.${deadlineEffect(item, paused)}`, {
                amount: format.money({ amount: item.rest, currency: item.currency }),
              })}
            </span>
          </>
        ) : (
          <DateText value={item.dueAt} />
        ),
    },
    {
      id: 'amount',
      header: t('queue.column.amount'),
      align: 'end',
      phone: 'corner',
      cell: (item) => <MoneyText money={{ amount: item.amount, currency: item.currency }} className="font-semibold" />,
    },
  ];
  return (
    <section>
      <h2 className="heading-section mb-1">{title}</h2>
      <QueryTable
        label={title}
        page={(after) =>
          api.content.queue.queryOptions({ turn, ...(assigned ? { assigned } : {}), ...(after ? { after } : {}) })
        }
        columns={columns}
        rowKey={(item) => item.milestoneId}
        errorTitle={t('queue.failed')}
        moneySafe
        emptyState={
          assigned ? (
            <EmptyState title={t('queue.assignedEmpty.title')}>{t('queue.assignedEmpty.text')}</EmptyState>
          ) : null
        }
      />
    </section>
  );
}

/** Picture, title and deal; the link covers the row. */
function WorkCell({
  item,
  thumbnail,
}: {
  item: Pick<QueueItem, 'milestoneId' | 'milestoneTitle' | 'dealTitle' | 'counterpart'>;
  thumbnail: FileDto | null;
}) {
  return (
    <span className="flex items-center gap-3">
      <Thumbnail file={thumbnail} />
      <span className="min-w-0">
        <Link
          to={'/content-approval/$milestoneId'}
          params={{ milestoneId: item.milestoneId }}
          className="block after:absolute after:inset-0"
        >
          <bdi>{item.milestoneTitle}</bdi>
        </Link>
        <span className="block text-sm font-normal text-muted-foreground">
          <bdi>{item.counterpart.name}</bdi> · <bdi>{item.dealTitle}</bdi>
        </span>
      </span>
    </span>
  );
}

function Thumbnail({ file }: { file: FileDto | null }) {
  const [unreadable, setUnreadable] = useState(false);
  const box = 'size-11 shrink-0 rounded-sm bg-muted';
  return file && !unreadable ? (
    <img
      src={inOrg(file.url)}
      alt=""
      loading="lazy"
      onError={() => setUnreadable(true)}
      className={`${box} object-cover`}
    />
  ) : (
    <span aria-hidden className={`${box} grid place-items-center text-muted-foreground`}>
      <FileText className="size-4" />
    </span>
  );
}

/** A brand's queue names the release only while money goes out. */
const statusOf = (side: 'brand' | 'creator', isPaused: boolean) =>
  side === 'brand' && isPaused ? 'brandPaused' : side;

/** The effect of this row's deadline. */
export function deadlineEffect(
  { atZero, onHold, currency }: Pick<QueueItem, 'atZero' | 'onHold' | 'currency'>,
  paused: readonly Currency[],
): 'release' | 'due' | 'overdue' | 'refund' | 'approve_on_hold' {
  const next = comesAtZero(atZero ?? 'auto_approve', releaseWait({ currency, onHold }, paused));
  if (next === null || next === 'auto_approve_on_hold') return 'approve_on_hold';
  return next === 'due' || next === 'overdue' || next === 'refund' ? next : 'release';
}
