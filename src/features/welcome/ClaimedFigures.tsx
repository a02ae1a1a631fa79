import { useTranslation } from 'react-i18next';
import { CLAIMED_FIGURES } from '@/features/welcome/content.ts';
import { FigureRow } from '@/features/welcome/FigureRow.tsx';
import { useFormat } from '@/lib/format.ts';

export function ClaimedFigures() {
  const { t } = useTranslation('landing');
  const format = useFormat();
  const { influencers, roiPercent, rating } = CLAIMED_FIGURES;
  return (
    <FigureRow
      note={t('figures.example')}
      figures={[
        { id: 'influencers', value: influencers, label: t('figures.influencers') },
        { id: 'roi', value: format.percent(roiPercent * 100), label: t('figures.roi') },
        { id: 'rating', value: format.number(rating), label: t('figures.rating') },
      ]}
    />
  );
}
