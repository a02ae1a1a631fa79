import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describedBy, FieldError } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

export interface NumberRange {
  min?: number | undefined;
  max?: number | undefined;
}

export interface RangeFieldProps {
  label: string;
  value: NumberRange | undefined;
  onChange: (range: NumberRange) => void;
  /** Reads what people type; null for an empty field, NaN for what is no number. */
  read: (text: string) => number | null;
  write: (value: number) => string;
  unit?: string | undefined;
}

type End = 'min' | 'max';

/** Two ends of a range. What cannot be used stays in its field with the reason, and the search keeps its last range. */
export function RangeField({ label, value = {}, onChange, read, write, unit }: RangeFieldProps) {
  const { t } = useTranslation('discovery');
  const id = useId();
  const [typed, setTyped] = useState<Partial<Record<End, string>>>({});
  const textOf = (end: End) => typed[end] ?? (value[end] === undefined ? '' : write(value[end]));
  const numberOf = (end: End) => read(textOf(end));
  const wrong = (end: End) => Number.isNaN(numberOf(end));
  const min = numberOf('min');
  const max = numberOf('max');
  const crossed = min !== null && max !== null && min > max;
  const error = wrong('min') || wrong('max') ? t('range.number') : crossed ? t('range.crossed') : undefined;
  const commit = () => {
    if (Object.keys(typed).length === 0 || wrong('min') || wrong('max') || crossed) return;
    setTyped({});
    onChange({ ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) });
  };
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-2 gap-2">
        {(['min', 'max'] as const).map((end) => (
          <label key={end} className="grid gap-1 text-xs text-muted-foreground">
            {unit ? `${t(`range.${end}`)} (${unit})` : t(`range.${end}`)}
            <Input
              id={`${id}-${end}`}
              dir="ltr"
              inputMode="text"
              autoComplete="off"
              className="figures"
              value={textOf(end)}
              aria-invalid={wrong(end) || (crossed && end === 'min') || undefined}
              aria-describedby={describedBy(id, { error })}
              onChange={(event) => setTyped({ ...typed, [end]: event.currentTarget.value })}
              onBlur={commit}
              onKeyDown={(event) => {
                if (event.key === 'Enter') {
                  event.preventDefault();
                  commit();
                }
              }}
            />
          </label>
        ))}
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}
