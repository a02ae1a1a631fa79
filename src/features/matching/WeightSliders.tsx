import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FitPart } from '../../../server/features/matching/rules.ts';
import { sumOf, type WeightNumbers } from '@/features/matching/match-search.ts';
import { useFormat } from '@/lib/format.ts';

export interface WeightSlidersProps {
  /** Parts that are known of at least one creator. */
  parts: readonly FitPart[];
  weights: WeightNumbers;
  /** Answers of the brand that changed the weights. */
  answers: number;
  isOwn: boolean;
  onMove: (weights: WeightNumbers) => void;
  onReset: () => void;
}

/** How much each part counts, against the others; every move ranks again. */
export function WeightSliders({ parts, weights, answers, isOwn, onMove, onReset }: WeightSlidersProps) {
  const { t } = useTranslation('matching');
  const format = useFormat();
  const id = useId();
  const sum = sumOf(weights);
  const shownSum = parts.reduce((total, part) => total + weights[part], 0);
  return (
    <section aria-labelledby="match-weights">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="match-weights" className="heading-section">
          {t('weights.title')}
        </h2>
        {isOwn ? (
          <button type="button" className="link text-sm" onClick={onReset}>
            {t('weights.reset')}
          </button>
        ) : null}
      </div>
      <p className="mt-1 text-sm text-muted-foreground">{answers > 0 ? t('weights.answers') : t('weights.text')}</p>
      <div className="mt-3 grid gap-3">
        {parts.map((part) => {
          const share = shownSum === 0 ? 0 : weights[part] / shownSum;
          const shown = format.number(share, { style: 'percent' });
          return (
            <div key={part} className="grid gap-1 text-sm">
              <div className="flex justify-between gap-2">
                <label htmlFor={`${id}-${part}`} className="font-medium">
                  {t(`part.${part}`)}
                </label>
                <span className="figures text-muted-foreground">{shown}</span>
              </div>
              <input
                id={`${id}-${part}`}
                type="range"
                min={0}
                max={100}
                step={1}
                value={weights[part]}
                aria-valuetext={shown}
                onChange={(event) => onMove({ ...weights, [part]: Number(event.currentTarget.value) })}
                className="h-6 w-full cursor-pointer accent-foreground touch:h-11"
              />
            </div>
          );
        })}
      </div>
      {sum === 0 ? (
        <p role="alert" className="mt-2 text-sm text-destructive">
          {t('weights.zero')}
        </p>
      ) : null}
      <p className="mt-3 text-sm text-muted-foreground">{t('weights.newcomers')}</p>
    </section>
  );
}
