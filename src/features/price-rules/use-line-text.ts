import { useTranslation } from 'react-i18next';
import type { PriceLine } from '../../../server/features/price-rules/schema.ts';
import { intlTag } from '../../../server/core/locale.ts';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';

/** A month by its number, in the reader's language. */
export const monthName = (month: number, style: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(intlTag(currentLocale()), { month: style, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, month - 1, 15)),
  );

/** Why a price is what it is: "Delivery in less than 72 hours: +20%". */
export function useLineText(): (line: Omit<PriceLine, 'amount'>) => string {
  const { t } = useTranslation('price-rules');
  const format = useFormat();
  return ({ kind, bps, threshold, from, to }) => {
    const isLimit = kind === 'floor' || kind === 'ceiling' || kind === 'step';
    return t(`line.${kind}`, {
      percent: isLimit ? format.percent(bps) : `${bps < 0 ? '−' : '+'}${format.percent(Math.abs(bps))}`,
      value: valueText(kind, threshold, format),
      from: from ? monthName(from) : '',
      to: to ? monthName(to) : '',
    });
  };
}

function valueText(kind: PriceLine['kind'], threshold: number, format: ReturnType<typeof useFormat>): string {
  if (kind === 'demand') return format.percent(threshold * 100);
  if (kind === 'volume') return format.number(threshold);
  const unit = kind === 'rush' ? 'hour' : 'day';
  return new Intl.NumberFormat(intlTag(currentLocale()), { style: 'unit', unit, unitDisplay: 'long' }).format(
    threshold,
  );
}
