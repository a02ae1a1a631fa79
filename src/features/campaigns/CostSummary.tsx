import { useTranslation } from 'react-i18next';
import type { CostQuote } from '../../../server/features/campaigns/schema.ts';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { useFeeWords } from '@/lib/fee-words.ts';
import { useFormat } from '@/lib/format.ts';

export interface CostSummaryProps {
  cost: CostQuote | null;
  /** Why there is no sum yet. */
  because: 'price' | 'billing';
  /** The price is a range: this is its upper end. */
  atMost: boolean;
}

/** The whole bill before publishing: for one creator and for all of them, line by line. */
export function CostSummary({ cost, because, atMost }: CostSummaryProps) {
  const { t } = useTranslation('campaigns');
  return (
    <section aria-labelledby="cost" className="border-t border-border pt-4 lg:border-s lg:border-t-0 lg:ps-6 lg:pt-0">
      <h2 id="cost" className="heading-section">
        {t('cost.title')}
      </h2>
      {cost ? (
        <Bill cost={cost} atMost={atMost} />
      ) : (
        <p className="mt-1.5 text-sm text-muted-foreground">
          {because === 'price' ? t('cost.noPrice') : t('cost.noBilling')}
        </p>
      )}
      <p className="mt-3 text-sm text-muted-foreground">{t('review.free')}</p>
    </section>
  );
}

function Bill({ cost, atMost }: { cost: CostQuote; atMost: boolean }) {
  const { t } = useTranslation('campaigns');
  const feeWords = useFeeWords();
  const format = useFormat();
  const lines = (sums: CostQuote['all']) => [
    { id: 'price', label: t('cost.price'), money: { amount: sums.price, currency: cost.currency } },
    {
      id: 'fee',
      label: t('cost.fee', { percent: feeWords(cost) }),
      money: { amount: sums.fee, currency: cost.currency },
    },
    {
      id: 'tax',
      label: t('cost.tax', { percent: format.percent(cost.taxBps) }),
      money: { amount: sums.tax, currency: cost.currency },
    },
  ];
  const total = (sums: CostQuote['all']) => ({
    label: t('cost.total'),
    money: { amount: sums.total, currency: cost.currency },
  });
  return (
    <>
      {atMost ? <p className="mt-1 text-sm text-muted-foreground">{t('cost.atMost')}</p> : null}
      <h3 className="mt-3 text-sm text-muted-foreground">{t('cost.perCreator')}</h3>
      <QuoteLines lines={lines(cost.perCreator)} total={total(cost.perCreator)} />
      {cost.slots > 1 ? (
        <>
          <h3 className="mt-5 text-sm text-muted-foreground">{t('cost.all', { count: cost.slots })}</h3>
          <QuoteLines lines={lines(cost.all)} total={total(cost.all)} />
        </>
      ) : null}
    </>
  );
}
