import { useTranslation } from 'react-i18next';
import type { Currency } from '../../server/core/money.ts';
import type { FeeTerms } from '../../server/features/ledger/charges/rules.ts';
import { useFormat } from '@/lib/format.ts';

export interface ShownFee {
  feeBps: number;
  /** Of a fee that is more than its share of the price. */
  feeTerms: FeeTerms | null;
  currency: Currency;
}

/** Writes a fee: "5%", or with sums "5% + €1.00, at least €10.00, at most €100.00". */
export function useFeeWords(): (fee: ShownFee) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ feeBps, feeTerms: terms, currency }) => {
    const share = format.percent(feeBps);
    if (!terms) return share;
    const money = (amount: number) => format.money({ amount, currency });
    let fee = terms.fixed === 0 ? share : terms.bps === 0 ? money(terms.fixed) : `${share} + ${money(terms.fixed)}`;
    if (terms.minimum !== null) fee = t('fee.atLeast', { fee, amount: money(terms.minimum) });
    if (terms.maximum !== null) fee = t('fee.atMost', { fee, amount: money(terms.maximum) });
    return fee;
  };
}
