import { Hourglass, OctagonPause, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { IncomingSummary } from '../../../server/features/payments/schema.ts';
import { MoneyStrip, type StripItem } from '@/components/money/MoneyStrip.tsx';
import { useFormat } from '@/lib/format.ts';

export interface IncomingStripProps {
  sums: IncomingSummary;
  /** Smallest payout, named beside what can be paid out. */
  minimum?: number;
  /** Of an agency: its creators do the work. */
  agency?: boolean;
  /** Labels and amounts alone. */
  brief?: boolean;
  className?: string;
}

/** A payee's money by how near it is to the bank. Debts and holds are exceptions, shown only if there are any. */
export function IncomingStrip({ sums, minimum, agency = false, brief = false, className }: IncomingStripProps) {
  const { t } = useTranslation('incoming');
  const format = useFormat();
  const { currency } = sums;
  const money = (amount: number) => ({ amount, currency });
  const items: StripItem[] = [
    {
      id: 'secured',
      state: 'held',
      label: t('strip.secured'),
      money: money(sums.secured),
      note: t(agency ? 'strip.securedNoteAgency' : 'strip.securedNote'),
    },
    {
      id: 'inReview',
      state: 'review',
      label: t('strip.inReview'),
      money: money(sums.inReview),
      note: t('strip.inReviewNote'),
    },
    {
      id: 'clearing',
      icon: Hourglass,
      label: t('strip.clearing'),
      money: money(sums.clearing),
      note: t('strip.clearingNote'),
    },
    {
      id: 'available',
      icon: Wallet,
      label: t('strip.available'),
      money: money(Math.max(sums.available, 0)),
      note:
        minimum === undefined
          ? t('strip.availableNote')
          : t('strip.minimumNote', { minimum: format.money(money(minimum)) }),
    },
    {
      id: 'onTheWay',
      state: 'releasing',
      label: t('strip.onTheWay'),
      money: money(sums.onTheWay),
      note: t('strip.onTheWayNote'),
    },
    { id: 'paid', state: 'released', label: t('strip.paid'), money: money(sums.paid), note: t('strip.paidNote') },
  ];
  if (sums.available < 0)
    items.push({
      id: 'owed',
      icon: OctagonPause,
      label: t('strip.owed'),
      money: money(-sums.available),
      note: t('strip.owedNote'),
    });
  if (sums.onHold > 0)
    items.push({
      id: 'onHold',
      icon: OctagonPause,
      label: t('strip.onHold'),
      money: money(sums.onHold),
      note: t('strip.onHoldNote'),
    });
  return (
    <MoneyStrip
      className={className}
      label={format.currencyName(currency)}
      items={brief ? items.map((item) => ({ ...item, note: null })) : items}
    />
  );
}
