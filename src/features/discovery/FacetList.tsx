import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';

const SHOWN = 6;

export interface FacetListProps {
  label: string;
  values: readonly { value: string; count: number }[];
  /** Filters that are set; shown also where no result has them. */
  selected: readonly string[];
  nameOf: (value: string) => string;
  onToggle: (value: string) => void;
}

/** Values of the results with how many have each. */
export function FacetList({ label, values, selected, nameOf, onToggle }: FacetListProps) {
  const { t } = useTranslation('discovery');
  const format = useFormat();
  const id = useId();
  const [whole, setWhole] = useState(false);
  const known = new Set(values.map(({ value }) => value));
  const all = [
    ...selected.filter((value) => !known.has(value)).map((value) => ({ value, count: 0 })),
    ...values.toSorted((a, b) => Number(selected.includes(b.value)) - Number(selected.includes(a.value))),
  ];
  if (all.length === 0) return null;
  const shown = whole ? all : all.slice(0, Math.max(SHOWN, selected.length));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <ul>
        {shown.map(({ value, count }) => (
          <li key={value} className="flex items-center gap-2.5 py-1 text-sm">
            <Checkbox
              id={`${id}-${value}`}
              checked={selected.includes(value)}
              onCheckedChange={() => onToggle(value)}
            />
            <label htmlFor={`${id}-${value}`} className="min-w-0 grow truncate">
              {nameOf(value)}
            </label>
            <span className="figures text-xs text-muted-foreground">{format.number(count)}</span>
          </li>
        ))}
      </ul>
      {all.length > shown.length || whole ? (
        <Button variant="quiet" size="small" className="-ms-2.5" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? t('facet.fewer') : t('facet.more', { number: format.number(all.length - shown.length) })}
        </Button>
      ) : null}
    </fieldset>
  );
}
