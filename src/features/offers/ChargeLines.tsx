import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import type { FeeTerms } from '../../../server/features/ledger/charges/rules.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { useFeeWords } from '@/lib/fee-words.ts';
import { useFormat } from '@/lib/format.ts';

export interface ChargeLinesProps {
  reader: 'brand' | 'creator' | 'agency';
  currency: Currency;
  charge: {
    price: number;
    fee: number;
    tax: number;
    total: number;
    feeBps: number;
    feeTerms: FeeTerms | null;
    taxBps: number;
    commissionBps: number;
    creatorShare: number;
  };
}

/**
 * The brand sees the whole bill, the creator what they receive; where an agency gets a commission, both see how the price
 * is shared.
 */
export function ChargeLines({ reader, currency, charge }: ChargeLinesProps) {
  const { t } = useTranslation('offers');
  const format = useFormat();
  const feeWords = useFeeWords();
  if (reader === 'agency') {
    const { price, creatorShare } = charge;
    return (
      <section>
        <h2 className="heading-section">{t('charge.titleAgency')}</h2>
        <QuoteLines
          lines={[
            { id: 'creator', label: t('charge.ofCreator'), money: { amount: creatorShare, currency } },
            {
              id: 'agency',
              label: t('charge.ofAgency', { percent: format.percent(charge.commissionBps) }),
              money: { amount: price - creatorShare, currency },
            },
          ]}
          total={{ label: t('terms.price'), money: { amount: price, currency } }}
        />
        <p className="text-sm text-muted-foreground">{t('charge.agencyNote')}</p>
      </section>
    );
  }
  if (reader === 'creator' && charge.commissionBps > 0) {
    const { price, creatorShare } = charge;
    return (
      <section>
        <h2 className="heading-section">{t('charge.titleAgency')}</h2>
        <QuoteLines
          lines={[
            { id: 'price', label: t('terms.price'), money: { amount: price, currency } },
            {
              id: 'agency',
              label: t('charge.ofYourAgency', { percent: format.percent(charge.commissionBps) }),
              money: { amount: creatorShare - price, currency },
            },
          ]}
          total={{ label: t('charge.titleCreator'), money: { amount: creatorShare, currency } }}
        />
        <p className="text-sm text-muted-foreground">{t('charge.agencyNote')}</p>
      </section>
    );
  }
  if (reader === 'creator') {
    return (
      <section>
        <h2 className="heading-section">{t('charge.titleCreator')}</h2>
        <p className="text-[1.375rem] leading-7.5 font-semibold">
          <MoneyText money={{ amount: charge.creatorShare, currency }} />
        </p>
        <p className="text-sm text-muted-foreground">{t('charge.creatorNote')}</p>
      </section>
    );
  }
  return (
    <section>
      <h2 className="heading-section">{t('charge.title')}</h2>
      <QuoteLines
        lines={[
          { id: 'price', label: t('charge.price'), money: { amount: charge.price, currency } },
          {
            id: 'fee',
            label: t('charge.fee', { percent: feeWords({ ...charge, currency }) }),
            money: { amount: charge.fee, currency },
          },
          {
            id: 'tax',
            label: t('charge.tax', { percent: format.percent(charge.taxBps) }),
            money: { amount: charge.tax, currency },
          },
        ]}
        total={{ label: t('charge.total'), money: { amount: charge.total, currency } }}
      />
    </section>
  );
}
