import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Filters } from '../../../server/features/discovery/filters/schema.ts';
import { type FilterPart, partsOf, withoutPart } from '@/features/discovery/discovery-filters.ts';
import { useFilterPlaces } from '@/features/discovery/use-places.ts';
import { useFilterText } from '@/features/discovery/use-filter-text.ts';
import { Button } from '@/ui/button.tsx';

/** Every filter of the search; each can be taken out. */
export function FilterChips({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { t } = useTranslation('discovery');
  const { t: common } = useTranslation();
  const textOf = useFilterText(useFilterPlaces(filters));
  const parts = partsOf(filters);
  if (parts.length === 0) return null;
  return (
    <ul aria-label={t('chips')} className="flex flex-wrap items-center gap-2">
      {parts.map((part) => (
        <li key={`${part.key} ${JSON.stringify(part.value)}`}>
          <Chip part={part} textOf={textOf} onRemove={() => onChange(withoutPart(filters, part))} />
        </li>
      ))}
      <li>
        <Button variant="quiet" onClick={() => onChange(filters.sort ? { sort: filters.sort } : {})}>
          {common('table.clearFilters')}
        </Button>
      </li>
    </ul>
  );
}

function Chip({
  part,
  textOf,
  onRemove,
}: {
  part: FilterPart;
  textOf: ReturnType<typeof useFilterText>;
  onRemove: () => void;
}) {
  const { t } = useTranslation('discovery');
  const { name, value } = textOf(part);
  return (
    <span className="inline-flex min-h-7.5 max-w-full items-center gap-1.5 rounded-md border border-input bg-card ps-2.5 pe-1 text-sm touch:min-h-9">
      <span className="min-w-0 truncate">
        {name} <b className="font-semibold">{value}</b>
      </span>
      <button
        type="button"
        aria-label={t('remove', { filter: `${name} ${value}` })}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded-4 text-muted-foreground hover:bg-accent touch:size-8"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
