import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { type Figure, FigureRow } from '@/features/welcome/FigureRow.tsx';
import { useFormat } from '@/lib/format.ts';
import type { RouterOutputs } from '@/lib/trpc.ts';

type Measured = RouterOutputs['figures']['measured'];

/**
 * Figures counted from the platform's own rows, each with how it is counted; a figure without data is left out, never
 * shown as zero.
 */
export function MeasuredFigures() {
  const { t } = useTranslation('landing');
  const format = useFormat();
  const [facts, setFacts] = useState<Measured | null>(null);
  useEffect(() => {
    let here = true;
    void import('@/lib/trpc.ts')
      .then(({ trpcClient }) => trpcClient.figures.measured.query())
      .then((answer) => {
        if (here) setFacts(answer);
      })
      // The page is complete without them.
      .catch(() => {});
    return () => {
      here = false;
    };
  }, []);
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
