import { ChevronDown } from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../server/core/money.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { cn } from '@/lib/cn.ts';

export interface TimelineBalances {
  /** Minor units after the event. */
  held: number;
  released: number;
  disputed?: number;
  refunded?: number;
}

export interface TimelineEvent {
  id: string;
  at: Date;
  /** What happened: "Nadia funded the reel by Visa •••• 4242". */
  what: ReactNode;
  /** The balances after it. */
  balances: TimelineBalances;
  /** Postings and hash, shown when the row is opened. */
  detail?: ReactNode;
}

export interface EscrowTimelineProps {
  currency: Money['currency'];
  events: readonly TimelineEvent[];
  /** The next automatic event with its effect; last, under a dashed rule. */
  next?: Omit<TimelineEvent, 'id' | 'detail'>;
  className?: string;
}

type BalanceColumn = keyof TimelineBalances;

/** Oldest first; both sides see the same list. The columns Disputed and Refunded appear once they are not zero. */
export function EscrowTimeline({ currency, events, next, className }: EscrowTimelineProps) {
  const { t } = useTranslation();
  const all = next ? [...events, next] : events;
  const columns: BalanceColumn[] = [
    'held',
    'released',
    ...(['disputed', 'refunded'] as const).filter((column) =>
      all.some(({ balances }) => (balances[column] ?? 0) !== 0),
    ),
  ];
  return (
    // A table that scrolls must be focusable.
    <div role="region" aria-label={t('timeline.label')} tabIndex={0} className={cn('overflow-x-auto', className)}>
      <table className="w-full border-collapse text-ui max-md:block max-md:[&_tbody]:block max-md:[&_td]:block max-md:[&_tr]:block">
        <thead className="text-caption text-muted-foreground max-md:sr-only">
          <tr>
            <th scope="col" className="border-b border-border py-2 pe-3 text-start font-530">
              {t('timeline.when')}
            </th>
            <th scope="col" className="border-b border-border px-3 py-2 text-start font-530">
              {t('timeline.event')}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="border-b border-border px-3 py-2 text-end font-530 last:pe-0">
                {t(`escrowPart.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event, index) => (
            <EventRows
              key={event.id}
              event={event}
              columns={columns}
              currency={currency}
              dashed={next !== undefined && index === events.length - 1}
            />
          ))}
          {next ? (
            <tr data-next className="max-md:py-3">
              <td className="figures py-2.75 pe-3 font-semibold whitespace-nowrap max-md:p-0">
                <DateText value={next.at} />
              </td>
              <td className="px-3 py-2.75 font-semibold max-md:p-0">
                {t('timeline.next')} {next.what}
              </td>
              {columns.map((column) => (
                <BalanceCell
                  key={column}
                  column={column}
                  amount={next.balances[column] ?? 0}
                  currency={currency}
                  strong
                />
              ))}
            </tr>
          ) : null}
        </tbody>
      </table>
    </div>
  );
}

function EventRows({
  event,
  columns,
  currency,
  dashed,
}: {
  event: TimelineEvent;
  columns: readonly BalanceColumn[];
  currency: Money['currency'];
  dashed: boolean;
}) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const edge = dashed && !open ? 'border-b border-dashed border-awaiting' : 'border-b border-border';
  const detailId = `event-${event.id}`;
  return (
    <Fragment>
      <tr className={cn('max-md:py-3', edge)}>
        <td
          className={cn(
            'figures py-2.75 pe-3 text-muted-foreground max-md:p-0',
            // With all four balances the event would have one word a line.
            columns.length < 4 ? 'whitespace-nowrap' : 'min-w-23',
          )}
        >
          <DateText value={event.at} />
        </td>
        <td className="min-w-32 px-3 py-2.75 max-md:p-0">
          {event.detail ? (
            <button
              type="button"
              aria-expanded={open}
              aria-controls={detailId}
              onClick={() => setOpen(!open)}
              className="inline-flex min-h-6 items-center gap-1.5 text-start"
            >
              {event.what}
              <ChevronDown
                aria-hidden
                className={cn('size-3.5 text-muted-foreground transition-transform', open && 'rotate-180')}
              />
              <span className="sr-only">{t('timeline.details')}</span>
            </button>
          ) : (
            event.what
          )}
        </td>
        {columns.map((column) => (
          <BalanceCell key={column} column={column} amount={event.balances[column] ?? 0} currency={currency} />
        ))}
      </tr>
      {open ? (
        <tr id={detailId} className="border-b border-border">
          <td colSpan={2 + columns.length} className="bg-muted px-3 py-3 text-sm max-md:p-3">
            {event.detail}
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}

function BalanceCell({
  column,
  amount,
  currency,
  strong = false,
}: {
  column: BalanceColumn;
  amount: number;
  currency: Money['currency'];
  strong?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <td
      className={cn(
        'px-3 py-2.75 text-end last:pe-0 max-md:flex! max-md:justify-between max-md:gap-4 max-md:p-0',
        strong && amount !== 0 && 'font-semibold',
      )}
    >
      <span aria-hidden className="text-sm font-normal text-muted-foreground md:hidden">
        {t(`escrowPart.${column}`)}
      </span>
      <MoneyText money={{ amount, currency }} quietZero />
    </td>
  );
}
