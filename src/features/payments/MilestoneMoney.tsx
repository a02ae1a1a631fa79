import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentRow } from '../../../server/features/payments/schema.ts';
import { shownState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { isReleasePaused } from '@/components/deal/waiting-money.ts';
import { EquationList } from '@/components/money/EquationList.tsx';
import { MilestoneStateTag } from '@/components/money/MilestoneStateTag.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { useAccountName } from '@/components/money/account-name.ts';
import { DocumentList } from '@/components/money/DocumentList.tsx';
import { usePausedCurrencies } from '@/components/money/PaymentsPaused.tsx';
import { RefundOwed } from '@/components/money/RefundOwed.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { Clock } from '@/components/time/Clock.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';

/** State of a milestone's money and what happens next. */
export function MilestoneNow({ row }: { row: PaymentRow }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const paused = usePausedCurrencies();
  return (
    <div className="grid gap-2">
      <div>
        <MilestoneStateTag state={shownState(row)} />
      </div>
      {row.deadlineAt && row.nextEvent && !isReleasePaused(row.nextEvent, row.currency, paused) ? (
        <Clock
          deadline={row.deadlineAt}
          until={t(`nextEvent.${row.nextEvent}` as 'nextEvent.release')}
          endLabel={<DateText value={row.deadlineAt} />}
          calendar={[
            row.milestoneTitle,
            format.money(row),
            t(`nextEvent.${row.nextEvent}` as 'nextEvent.release'),
          ].join(' · ')}
        />
      ) : null}
      <RefundOwed money={{ amount: row.refundOwed, currency: row.currency }} />
    </div>
  );
}

/** Its bill, where the money is, and its documents. */
export function MilestoneBill({
  row,
  brand,
  heading: Heading,
}: {
  row: PaymentRow;
  brand: boolean;
  heading: 'h2' | 'h3';
}) {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation();
  const { t: words } = useTranslation('money');
  const money = (amount: number) => ({ amount, currency: row.currency });
  const { funded, held, released, disputed, refunded } = row.balances;
  const style = Heading === 'h2' ? 'heading-section' : 'heading-item';
  return (
    <div className="grid gap-7">
      {brand ? (
        <section aria-labelledby="money-bill">
          <Heading id="money-bill" className={style}>
            {t('drawer.bill')}
          </Heading>
          <QuoteLines
            lines={[
              { id: 'price', label: t('line.price'), money: money(row.amount) },
              { id: 'fee', label: t('result.fee'), money: money(row.fee) },
              { id: 'tax', label: t('result.tax'), money: money(row.tax) },
            ]}
            total={{ label: t('column.total'), money: money(row.amount + row.fee + row.tax) }}
          />
        </section>
      ) : null}
      {funded > 0 ? (
        <section aria-labelledby="money-equation">
          <Heading id="money-equation" className={style}>
            {t('drawer.where')}
          </Heading>
          <EquationList
            total={{ label: t('drawer.funded'), money: money(funded) }}
            lines={[
              { id: 'held', label: common('escrowPart.held'), money: money(held), state: 'held' },
              { id: 'released', label: common('escrowPart.released'), money: money(released), state: 'released' },
              {
                id: 'disputed',
                label: row.terminated ? words('word.terminated') : common('escrowPart.disputed'),
                money: money(disputed),
                state: 'disputed',
              },
              {
                id: 'refunded',
                label: common(row.refundOpen ? 'escrowPart.returning' : 'escrowPart.refunded'),
                money: money(refunded),
                state: row.refundOpen ? 'releasing' : 'refunded',
              },
            ]}
          />
        </section>
      ) : null}
      <DocumentList id="money-documents" contractId={row.contractId} milestoneId={row.milestoneId} heading={Heading} />
    </div>
  );
}

/** The double entries, loaded when they are opened. */
export function MilestonePostings({ milestoneId }: { milestoneId: string }) {
  const { t } = useTranslation('payments');
  const [open, setOpen] = useState(false);
  return (
    <details className="border-t border-border pt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="heading-item cursor-pointer">{t('drawer.ledger')}</summary>
      {open ? <Postings milestoneId={milestoneId} /> : null}
    </details>
  );
}

function Postings({ milestoneId }: { milestoneId: string }) {
  const { t } = useTranslation('payments');
  const { t: ledger } = useTranslation('ledger');
  const accountName = useAccountName();
  const query = useQuery(api.escrow.postings.queryOptions({ milestoneId }));
  if (query.isPending) return <PendingSkeleton as="panel" rows={2} />;
  if (query.isError && !query.data)
    return (
      <ErrorState
        error={query.error}
        title={t('drawer.postingsFailed')}
        moneySafe
        onRetry={() => void query.refetch()}
      />
    );
  if (query.data.length === 0) return <p className="mt-2 text-sm text-muted-foreground">{t('drawer.noPostings')}</p>;
  return (
    <ul className="mt-2 grid gap-3">
      {query.data.map((tx) => (
        <li key={tx.txId} className="border-t border-border pt-2">
          <p className="flex flex-wrap justify-between gap-x-3 text-xs text-muted-foreground">
            {ledger(`posting.${tx.kind}` as 'posting.funded')}
            <DateText value={tx.postedAt} />
          </p>
          <dl className="mt-0.5 grid cols-1fr-auto gap-x-3 text-sm">
            {tx.entries.map((entry, index) => (
              <div key={index} className="contents">
                <dt className="min-w-0 break-words">{accountName(entry.account)}</dt>
                <dd className="text-end">
                  <MoneyText money={{ amount: entry.credit - entry.debit, currency: entry.currency }} signed />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
