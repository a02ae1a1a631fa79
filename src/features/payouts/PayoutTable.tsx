import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { fixFor, shownState } from '../../../server/features/payouts/rules.ts';
import type { PayoutItem } from '../../../server/features/payouts/schema.ts';
import { MoneyStateTag } from '@/components/money/MoneyStateTag.tsx';
import { DocumentLink } from '@/components/money/DocumentLink.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { PAYOUT_STATES } from '@/features/payouts/payout-states.ts';
import { useFormat } from '@/lib/format.ts';
import { maskedNumber } from '../../../server/core/masked-number.ts';

/** Payouts, newest first; a bank's date is an estimate, and a failure names what to do. */
export function PayoutTable({ payouts }: { payouts: readonly PayoutItem[] }) {
  const { t } = useTranslation('payouts');
  const format = useFormat();
  const columns: Column<PayoutItem>[] = [
    {
      id: 'requested',
      header: t('payouts.requested'),
      cell: (payout) => (
        <span className="grid">
          <Link to="/payouts/$payoutId" params={{ payoutId: payout.id }} className="link justify-self-start">
            <DateText value={payout.createdAt} as="day" />
          </Link>
          {payout.scheduled ? (
            <span className="text-sm font-normal text-muted-foreground">{t('payouts.scheduled')}</span>
          ) : null}
          {payout.items.length > 0 ? (
            <ul className="text-sm font-normal text-muted-foreground">
              {payout.items.map((item) => (
                <li key={item.milestoneId}>
                  <Link to="/smart-contracts/$contractId" params={{ contractId: item.contractId }} className="link">
                    <bdi>{item.deal}</bdi> · <bdi>{item.milestone}</bdi>
                  </Link>{' '}
                  <MoneyText money={{ amount: item.amount, currency: payout.currency }} />
                </li>
              ))}
            </ul>
          ) : null}
        </span>
      ),
    },
    {
      id: 'state',
      header: t('payouts.state'),
      phone: 'line',
      cell: (payout) => (
        <MoneyStateTag state={PAYOUT_STATES[shownState(payout)]} label={t(`payoutState.${shownState(payout)}`)} />
      ),
    },
    {
      id: 'arrival',
      header: t('payouts.arrival'),
      phone: 'fact',
      cell: (payout) =>
        payout.failureCode ? (
          <Link to="/payouts/$payoutId" params={{ payoutId: payout.id }} className="inline-block min-h-6 text-sm link">
            {t(`fix.${fixFor(payout.failureCode)}`)}
          </Link>
        ) : payout.waitsUntil ? (
          <span className="text-sm">{t('waits.inList', { date: format.dateTime(payout.waitsUntil) })}</span>
        ) : payout.paidAt ? (
          <DateText value={payout.paidAt} as="day" />
        ) : payout.expectedAt ? (
          <span>
            {t('payouts.expected')} <DateText value={payout.expectedAt} as="day" />
          </span>
        ) : (
          <span className="text-muted-foreground">–</span>
        ),
    },
    {
      id: 'bank',
      header: t('payouts.bank'),
      cell: (payout) => (
        <bdi dir="ltr" className="whitespace-nowrap">
          {payout.bankLast4 ? maskedNumber(payout.bankLast4) : '–'}
        </bdi>
      ),
    },
    {
      id: 'statement',
      header: t('payouts.statement'),
      phone: 'line',
      cell: (payout) =>
        payout.statement ? (
          <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
            <span className="md:sr-only">{t('payouts.statement')}</span>
            <DocumentLink document={payout.statement} />
          </span>
        ) : (
          <span className="text-muted-foreground max-md:hidden">–</span>
        ),
    },
    {
      id: 'amount',
      header: t('payouts.amount'),
      align: 'end',
      phone: 'corner',
      cell: (payout) => (
        <MoneyText money={{ amount: payout.amount, currency: payout.currency }} className="font-semibold" />
      ),
    },
  ];
  return <DataTable label={t('payouts.title')} rows={payouts} columns={columns} rowKey={(payout) => payout.id} />;
}
