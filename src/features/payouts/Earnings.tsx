import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EarningItem } from '../../../server/features/payouts/schema.ts';
import type { MoneyState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { MoneyStateTag } from '@/components/money/MoneyStateTag.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import { OrgAvatar } from '@/components/people/Party.tsx';
import { Countdown } from '@/components/time/Countdown.tsx';
import { useFormat } from '@/lib/format.ts';

type Bucket = EarningItem['bucket'];
/** Earnings that need an action first, then by how near the bank they are. */
const ORDER: readonly Bucket[] = ['on_hold', 'available', 'on_the_way', 'clearing', 'in_review', 'held'];
const STATE: Record<Bucket, MoneyState> = {
  on_hold: 'unknown',
  available: 'released',
  on_the_way: 'releasing',
  clearing: 'releasing',
  in_review: 'review',
  held: 'held',
  paid: 'released',
};
/** Reasons whose date is a running deadline. */
const CLOCKED = new Set(['work_due', 'changes_due', 'overdue', 'review_ends', 'clearing_ends']);

/** Reasons that end with a release, which waits while payments of the currency are paused. */
const RELEASING = new Set(['review_ends', 'clearing_ends']);

/** Reasons that name what the creator has to do. */
const CREATORS_ACT = new Set(['work_due', 'changes_due', 'post_due', 'retention_ends']);

/** Each earning with its state, and when and why it changes next; those that were paid, the last first, on request. */
export function Earnings({ earnings }: { earnings: readonly EarningItem[] }) {
  const { t } = useTranslation('payouts');
  const format = useFormat();
  const time = ({ at }: EarningItem) => at?.getTime() ?? Infinity;
  const open = earnings
    .filter(({ bucket }) => bucket !== 'paid')
    .toSorted((a, b) => ORDER.indexOf(a.bucket) - ORDER.indexOf(b.bucket) || time(a) - time(b));
  const paid = earnings.filter(({ bucket }) => bucket === 'paid').toSorted((a, b) => time(b) - time(a));
  return (
    <>
      {open.length > 0 ? <EarningList items={open} /> : null}
      {paid.length > 0 ? (
        <details open={open.length === 0} className="py-3.5">
          <summary className="min-h-6 cursor-pointer font-medium">
            {t('bucket.paid')} · {format.number(paid.length)}
          </summary>
          <EarningList items={paid} />
        </details>
      ) : null}
    </>
  );
}

function EarningList({ items }: { items: readonly EarningItem[] }) {
  const { t } = useTranslation('payouts');
  const format = useFormat();
  const paused = usePausedCurrencies();
  return (
    <ul>
      {items.map((item) => {
        const isPaused = RELEASING.has(item.reason) && paused.includes(item.currency);
        const clocked = item.at !== null && CLOCKED.has(item.reason) && !(isPaused && item.reason === 'clearing_ends');
        const reason = isPaused
          ? `${item.reason}_paused`
          : item.creatorName && CREATORS_ACT.has(item.reason)
            ? `${item.reason}_agency`
            : item.reason;
        return (
          <li
            key={`${item.milestoneId} ${item.part} ${item.at?.getTime() ?? ''}`}
            className="relative flex gap-3 border-b border-border py-3.5 last:border-b-0"
          >
            <OrgAvatar name={item.brandName} seed={item.brandOrg} size="md" />
            <div className="min-w-0 grow">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
                <EarningLink item={item}>
                  {item.creatorName ? (
                    <>
                      <bdi>{item.creatorName}</bdi> ·{' '}
                    </>
                  ) : null}
                  <bdi>{item.brandName}</bdi> · <bdi>{item.milestoneTitle}</bdi>
                </EarningLink>
                <MoneyStateTag state={STATE[item.bucket]} label={t(`bucket.${item.bucket}`)} />
              </p>
              <p className="text-sm text-muted-foreground">
                {t(`reason.${reason}` as 'reason.work_due_agency', {
                  creator: item.creatorName ?? '',
                  date: !item.at
                    ? t('soon')
                    : item.reason === 'in_transit'
                      ? format.date(item.at)
                      : format.dateTime(item.at),
                })}
              </p>
            </div>
            <div className="shrink-0 text-end">
              <MoneyText money={{ amount: item.amount, currency: item.currency }} className="block font-semibold" />
              {clocked && item.at ? <Countdown deadline={item.at} className="text-sm" /> : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** To the deal; of money under a ruling to the page on which that can be read and appealed. */
function EarningLink({ item, children }: { item: EarningItem; children: ReactNode }) {
  const className = 'after:absolute after:inset-0';
  return item.reason === 'ruled' ? (
    <Link to="/payments/$milestoneId" params={{ milestoneId: item.milestoneId }} className={className}>
      {children}
    </Link>
  ) : (
    <Link to="/smart-contracts/$contractId" params={{ contractId: item.contractId }} className={className}>
      {children}
    </Link>
  );
}
