import { useQuery } from '@tanstack/react-query';
import { Percent } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IncomingStrip } from '@/components/money/IncomingStrip.tsx';
import { MoneyStrip } from '@/components/money/MoneyStrip.tsx';
import { PaymentsPaused } from '@/components/money/PaymentsPaused.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';

/** The brand's money by state, from the ledger, one strip per currency. */
export function BrandStrip() {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const query = useQuery(api.payments.summary.queryOptions());
  if (query.isPending) return <PendingSkeleton as="panel" rows={1} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('loadFailed')} moneySafe onRetry={() => void query.refetch()} />;
  return (
    <>
      <PaymentsPaused
        currencies={query.data
          .filter(({ balances, returning }) => balances.held + returning > 0)
          .map(({ currency }) => currency)}
      />
      {query.data.map(({ currency, balances, toApprove, returning, fees, tax }) => {
        const money = (amount: number) => ({ amount, currency });
        return (
          <MoneyStrip
            key={currency}
            label={format.currencyName(currency)}
            items={[
              {
                id: 'held',
                state: 'held',
                label: t('strip.held'),
                money: money(balances.held),
                note: t('strip.heldNote'),
              },
              {
                id: 'toApprove',
                state: 'review',
                label: t('strip.toApprove'),
                money: money(toApprove),
                note: t('strip.toApproveNote'),
              },
              {
                id: 'released',
                state: 'released',
                label: t('strip.released'),
                money: money(balances.released),
                note: t('strip.releasedNote'),
              },
              {
                id: 'refunded',
                state: 'refunded',
                label: t('strip.refunded'),
                money: money(balances.refunded - returning),
                note:
                  returning > 0
                    ? t('strip.returningNote', { amount: format.money(money(returning)) })
                    : t('strip.refundedNote'),
              },
              {
                id: 'disputed',
                state: 'disputed',
                label: t('strip.disputed'),
                money: money(balances.disputed),
                note: t('strip.disputedNote'),
              },
              {
                id: 'fees',
                icon: Percent,
                label: t('strip.fees'),
                money: money(fees.paid - fees.returned),
                note: t('strip.feesNote', { tax: format.money(money(tax)) }),
              },
            ]}
          />
        );
      })}
    </>
  );
}

/** A creator's expected money, by how near it is. */
export function CreatorStrip({ agency }: { agency: boolean }) {
  const { t } = useTranslation('payments');
  const query = useQuery(api.payments.incoming.queryOptions());
  if (query.isPending) return <PendingSkeleton as="panel" rows={1} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('loadFailed')} moneySafe onRetry={() => void query.refetch()} />;
  return (
    <>
      <PaymentsPaused
        currencies={query.data
          .filter(
            ({ secured, inReview, clearing, available, onTheWay }) =>
              secured + inReview + clearing + available + onTheWay > 0,
          )
          .map(({ currency }) => currency)}
      />
      {query.data.map((sums) => (
        <IncomingStrip key={sums.currency} sums={sums} agency={agency} />
      ))}
    </>
  );
}
