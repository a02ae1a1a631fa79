import { Star } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_STARS } from '../../../server/features/ratings/rules.ts';
import { cn } from '@/lib/cn.ts';
import { countValues } from '@/lib/count.ts';

const ALL = Array.from({ length: MAX_STARS }, (_, index) => index + 1);
const starClass = (filled: boolean) => cn('size-5 shrink-0', filled ? 'fill-current' : 'text-muted-foreground');

/** Given stars of five. */
export function Stars({ count }: { count: number }) {
  const { t } = useTranslation('ratings');
  return (
    <span role="img" aria-label={t('star', countValues(count))} className="inline-flex gap-0.5 align-text-bottom">
      {ALL.map((star) => (
        <Star key={star} aria-hidden className={cn(starClass(star <= count), 'size-4')} />
      ))}
    </span>
  );
}

/** One to five stars, chosen like any group of radio buttons. */
export function StarsField({ value, onChange }: { value: number; onChange: (stars: number) => void }) {
  const { t } = useTranslation('ratings');
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-ui font-medium">{t('stars')}</legend>
      <div className="flex">
        {ALL.map((star) => (
          <label
            key={star}
            className="grid size-11 cursor-pointer place-items-center rounded-lg has-focus-visible:outline-2 has-focus-visible:outline-ring"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === star}
              onChange={() => onChange(star)}
              aria-label={t('star', countValues(star))}
            />
            <Star aria-hidden className={cn(starClass(star <= value), 'size-7')} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
