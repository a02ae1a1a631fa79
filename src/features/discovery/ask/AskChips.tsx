import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../../server/features/discovery/filters/schema.ts';
import type { ResultCount } from '../../../../server/features/discovery/schema.ts';
import type { ParsedQuestion } from '@/features/discovery/ask/parsed-question.ts';
import { useCounts } from '@/features/discovery/ask/use-counts.ts';
import { type FilterPart, partsOf, withoutPart } from '@/features/discovery/discovery-filters.ts';
import { useCountText } from '@/features/discovery/use-count-text.ts';
import { useFilterPlaces } from '@/features/discovery/use-places.ts';
import { useFilterText } from '@/features/discovery/use-filter-text.ts';

export interface AskChipsProps {
  /** The question, with what it was read as; null if neither is known any more. */
  question: { text: string; chips: ParsedQuestion['chips'] } | null;
  filters: Filters;
  total: ResultCount | undefined;
  onChange: (filters: Filters) => void;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Each filter with the words it was read from, and how many creators it takes out. */
export function AskChips({ question, filters, total, onChange }: AskChipsProps) {
  const { t } = useTranslation('discovery');
  const countText = useCountText();
  const textOf = useFilterText(useFilterPlaces(filters));
  const parts: FilterPart[] = [...partsOf(filters), ...sortOf(filters)];
  const counts = useCounts(parts.map((part) => withoutPart(filters, part)));
  const wordsOf = ({ key, value }: FilterPart): string[] =>
    question?.chips
      .filter((chip) => chip.key === key && same(chip.value, value))
      .flatMap(({ spans }) => spans.map(({ start, end }) => question.text.slice(start, end))) ?? [];
  const contradictions = question?.chips.filter(({ problem }) => problem === 'contradiction') ?? [];
  if (parts.length === 0 && contradictions.length === 0) return null;
  return (
    <ul aria-label={t('chips')} className="flex flex-wrap gap-2.5">
      {parts.map((part, index) => {
        const { name, value } = textOf(part);
        const words = wordsOf(part);
        const without = counts[index];
        const takes = without && total ? without.count - total.count : null;
        return (
          <li
            key={`${part.key} ${JSON.stringify(part.value)}`}
            className="max-w-full rounded-md border border-input bg-card py-1.5 ps-3 pe-1.5"
          >
            <div className="flex items-center justify-between gap-2">
              <span className="min-w-0">
                <span className="block text-xs text-muted-foreground">{name}</span>
                <b className="block truncate text-sm font-semibold">{value}</b>
              </span>
              <button
                type="button"
                aria-label={t('remove', { filter: `${name} ${value}` })}
                onClick={() => onChange(withoutPart(filters, part))}
                className="grid size-7 shrink-0 place-items-center rounded-4 text-muted-foreground hover:bg-accent touch:size-9"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </div>
            <p className="text-xs text-muted-foreground">
              {words.length > 0 ? <bdi>“{words.join(' … ')}”</bdi> : t('ask.added')}
            </p>
            {part.key === 'sort' || takes === null ? null : (
              <p className="text-xs text-muted-foreground">
                {takes > 0 && without?.exact !== false
                  ? t('ask.takesOut', { count: takes })
                  : takes > 0 && without
                    ? t('ask.without', { found: countText(without) })
                    : t('ask.takesNone')}
              </p>
            )}
          </li>
        );
      })}
      {contradictions.map((chip) => {
        const { name } = textOf({ key: chip.key, value: {} });
        return (
          <li
            key={`contradiction ${chip.key}`}
            className="max-w-full rounded-md border border-destructive bg-card px-3 py-1.5"
          >
            <span className="block text-xs text-muted-foreground">{name}</span>
            <b className="block text-sm font-semibold">
              <bdi>“{chip.spans.map(({ start, end }) => question?.text.slice(start, end)).join(' … ')}”</bdi>
            </b>
            <p className="max-w-60ch text-xs text-destructive">{t('ask.contradiction')}</p>
          </li>
        );
      })}
    </ul>
  );
}

/** An order is shown as a filter is, and taken out as one. */
const sortOf = ({ sort }: Filters): FilterPart[] =>
  sort === undefined || sort === 'quality' || sort === 'relevance' ? [] : [{ key: 'sort', value: sort }];
