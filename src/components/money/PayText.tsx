import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { useFormat } from '@/lib/format.ts';

/** The pay of a creator: one price, or from–to. */
export function PayText({ min, max, currency }: { min: number; max: number; currency: Currency }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (min === max) return <MoneyText money={{ amount: min, currency }} />;
  return (
    <span className="figures">
      {t('priceRange', { min: format.money({ amount: min, currency }), max: format.money({ amount: max, currency }) })}
    </span>
  );
}
