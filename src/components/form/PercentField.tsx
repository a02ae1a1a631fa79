import { useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type BoundFieldProps, useBoundField } from '@/components/form/fields.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

/**
 * A percentage in common notations ("2,5"), stored as basis points; NaN while it is invalid, null while it is empty.
 */
export function PercentField<Values extends FieldValues>(bound: BoundFieldProps<Values>) {
  const { id, field, error, mark, attributes } = useBoundField(bound);
  const [text, setText] = useState(() => percentText(field.value));
  const lastValue = useRef<unknown>(field.value);
  useEffect(() => {
    if (Object.is(field.value, lastValue.current)) return;
    lastValue.current = field.value;
    setText(percentText(field.value));
  }, [field.value]);
  return (
    <Field id={id} label={bound.label} hint={bound.hint} error={error} mark={mark} className={bound.className}>
      <div className="relative" dir="ltr">
        <Input
          {...attributes}
          inputMode="decimal"
          autoComplete="off"
          className="figures pe-9"
          value={text}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            const value = basisPoints(typed);
            setText(typed);
            lastValue.current = value;
            field.onChange(value);
          }}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-muted-foreground"
        >
          %
        </span>
      </div>
    </Field>
  );
}

function percentText(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(value / 100) : '';
}

export function basisPoints(text: string): number | null {
  const plain = text.trim().replace('%', '').replace(',', '.').trim();
  if (plain === '') return null;
  return /^\d{1,5}(\.\d{1,2})?$/u.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
}
