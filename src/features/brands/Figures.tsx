import { useTranslation } from 'react-i18next';
import type { BrandFigures } from '../../../server/features/brands/schema.ts';
import { BrandFacts } from '@/components/people/BrandFacts.tsx';
import { roughDuration, useDurationText } from '@/lib/duration.ts';
import { useFormat } from '@/lib/format.ts';

/** How a brand pays, answers and is rated; what is not known yet is left out. */
export function Figures({ brand: { facts, replySeconds, rating } }: { brand: BrandFigures }) {
  const { t } = useTranslation('brands');
  const format = useFormat();
  const duration = useDurationText();
  return (
    <ul className="text-muted-foreground">
      <li>
        <BrandFacts facts={facts} />
      </li>
      {replySeconds === null ? null : <li>{t('replies', { time: duration(roughDuration(replySeconds)) })}</li>}
      {rating.mean === null ? null : (
        <li>{t('rating', { mean: format.number(rating.mean / 10), count: rating.count })}</li>
      )}
    </ul>
  );
}
