import { useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type BoundFieldProps, useBoundField } from '@/components/form/fields.tsx';
import { inUnit, isoDurationOf, unitOf, unitWord } from '@/lib/duration.ts';
import { describedBy, Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

export interface DurationFieldProps<Values extends FieldValues> extends BoundFieldProps<Values> {
  /** ISO durations; the unit is the largest in which all three are whole. */
  range: { min: string; fallback: string; max: string };
}

/** A whole number of days, hours or less; the form value is an ISO duration, undefined while it is empty. */
export function DurationField<Values extends FieldValues>({ range, ...bound }: DurationFieldProps<Values>) {
  const { i18n } = useTranslation();
  const { id, field, error, mark, attributes } = useBoundField(bound);
  const value = typeof field.value === 'string' ? field.value : undefined;
  const unit = unitOf(range.min, range.fallback, range.max, value ?? range.fallback);
  const [text, setText] = useState(() => amountText(value, unit));
  const last = useRef<string | undefined>(value);
  useEffect(() => {
    if (value === last.current) return;
    last.current = value;
    setText(amountText(value, unit));
  }, [value, unit]);
  return (
    <Field id={id} label={bound.label} hint={bound.hint} error={error} mark={mark} className={bound.className}>
      <div className="relative">
        <Input
          {...attributes}
          inputMode="numeric"
          autoComplete="off"
          aria-describedby={[describedBy(id, { hint: bound.hint, error }), `${id}-unit`].filter(Boolean).join(' ')}
          className="figures pe-24"
          value={text}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            const next = /^\d{1,4}$/u.test(typed.trim()) ? isoDurationOf(Number(typed), unit) : undefined;
            setText(typed);
            last.current = next;
            field.onChange(next);
          }}
        />
        <span
          id={`${id}-unit`}
          className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-sm text-muted-foreground"
        >
          {unitWord(Number(text) || 0, unit, i18n.language)}
        </span>
      </div>
    </Field>
  );
}

function amountText(iso: string | undefined, unit: Parameters<typeof inUnit>[1]): string {
  return iso === undefined ? '' : String(inUnit(iso, unit));
}
