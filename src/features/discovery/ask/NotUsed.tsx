import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../../server/features/discovery/filters/schema.ts';
import { useCounts } from '@/features/discovery/ask/use-counts.ts';
import { useCountText } from '@/features/discovery/use-count-text.ts';
import { useFormat } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';

/** Words of the question that are no filter, and the offer to look for them in the profiles. */
export function NotUsed({
  words,
  filters,
  onChange,
}: {
  words: readonly string[];
  filters: Filters;
  onChange: (text: string, filters: Filters) => void;
}) {
  const { t } = useTranslation('discovery');
  const format = useFormat();
  const countText = useCountText();
  const text = [filters.text, ...words].filter(Boolean).join(' ').slice(0, 400);
  const wider: Filters = { ...filters, text };
  const searchable = /[\p{L}\p{N}]/u.test(words.join(' '));
  const [found] = useCounts(searchable ? [wider] : []);
  const shown = format.list(words.map((word) => `“${word}”`));
  return (
    <p className="text-sm">
      <b className="font-semibold">{t('ask.notUsed', { words: shown })}</b> {t('ask.noFilter')}{' '}
      {found && found.count > 0 ? (
        <Button variant="link" onClick={() => onChange(words.join(' '), wider)}>
          {t('ask.searchWords', { found: countText(found) })}
        </Button>
      ) : null}
    </p>
  );
}
