import { useTranslation } from 'react-i18next';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { type Figure, FigureRow } from '@/features/welcome/FigureRow.tsx';
import type { PublicFigures } from '../../../server/features/figures/schema.ts';
import { usePlainQuery } from '@/lib/plain-query.ts';
import { useFormat } from '@/lib/format.ts';

/**
 * Figures counted from the platform's own rows, each with how it is counted; a figure without data is left out, never
 * shown as zero.
 */
export function MeasuredFigures() {
  const { t } = useTranslation('landing');
  const format = useFormat();
  const facts = usePlainQuery<PublicFigures>('figures.measured');
  if (!facts) return null;
  const figures: Figure[] = [
    ...(facts.creators
      ? [
          {
            id: 'creators',
            value: format.number(facts.creators),
            label: t('measured.influencers'),
            note: t('measured.influencersHow'),
          },
        ]
      : []),
    ...(facts.paid
      ? [{ id: 'paid', value: format.number(facts.paid), label: t('measured.paid'), note: t('measured.paidHow') }]
      : []),
    ...(facts.released
      ? [
          {
            id: 'released',
            value: <MoneyText money={facts.released} />,
            label: t('measured.released'),
            note: t('measured.releasedHow'),
          },
        ]
      : []),
  ];
  return figures.length > 0 ? (
    <FigureRow figures={figures} note={t('measured.asOf', { date: format.dateTime(facts.measuredAt) })} />
  ) : null;
}
