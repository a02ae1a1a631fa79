import { useTranslation } from 'react-i18next';
import type { QuoteDto } from '../../../server/features/payments/schema.ts';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { useFeeWords } from '@/lib/fee-words.ts';
import { useFormat } from '@/lib/format.ts';

/** A quote line by line: price, fee, tax, and what is paid. */
export function QuoteBill({ quote }: { quote: QuoteDto }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const feeWords = useFeeWords();
  const { feeBps, feeTerms, currency } = quote;
  const money = (amount: number) => ({ amount, currency });
  const tax = { percent: format.percent(quote.taxBps), country: format.countryName(quote.taxCountry) };
  return (
    <QuoteLines
      lines={[
        { id: 'price', label: t('line.price'), money: money(quote.price) },
        {
          id: 'fee',
          label:
            feeBps === null ? t('together.fees') : t('line.fee', { percent: feeWords({ feeBps, feeTerms, currency }) }),
          money: money(quote.fee),
        },
        { id: 'tax', label: t('line.tax', tax), money: money(quote.tax) },
      ]}
      total={{ label: t('line.total'), money: money(quote.total) }}
    />
  );
}
