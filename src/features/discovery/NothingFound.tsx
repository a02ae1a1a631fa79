import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import type { FoundPage } from '../../../server/features/discovery/schema.ts';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { useCountText } from '@/features/discovery/use-count-text.ts';
import { Button } from '@/ui/button.tsx';

/** Nothing was found: what a wider search would find, in the fixed order of the steps. */
export function NothingFound({
  relaxed,
  filtered,
  onChange,
}: {
  relaxed: NonNullable<FoundPage['relaxed']>;
  /** Any filter is set. */
  filtered: boolean;
  onChange: (filters: Filters) => void;
}) {
  const { t } = useTranslation('discovery');
  const countText = useCountText();
  const offers = relaxed.filter(({ count }) => count > 0);
  if (!filtered) return <EmptyState title={t('none.title')}>{t('none.empty')}</EmptyState>;
  return (
    <EmptyState title={t('none.title')}>
      {offers.length === 0 ? (
        t('none.tooNarrow')
      ) : (
        <>
          {t('none.relax')}
          <span className="mt-3 flex flex-col items-start gap-2">
            {offers.map(({ step, filters, count, exact }) => (
              <Button key={step} onClick={() => onChange(filters)}>
                {t('none.offer', { step: t(`relax.${step}`), found: countText({ count, exact }) })}
              </Button>
            ))}
          </span>
        </>
      )}
    </EmptyState>
  );
}
