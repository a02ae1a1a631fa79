import type { FieldValues } from 'react-hook-form';
import { type BoundFieldProps, useBoundField } from '@/components/form/fields.tsx';
import { instantOf, shownTimeZone, wallTimeOf } from '@/lib/time-zone.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

export interface DateFieldProps<Values extends FieldValues> extends BoundFieldProps<Values> {
  /**
   * `end`: a day until its last minute in the user's zone · `start`: its first minute · `moment`: with hours and
   * minutes.
   */
  as?: 'end' | 'start' | 'dateTime';
  min?: Date;
  max?: Date;
}

/** The browser's picker; the form value is a Date, or null while it is empty or incomplete. */
export function DateField<Values extends FieldValues>({ as = 'end', min, max, ...bound }: DateFieldProps<Values>) {
  const { id, field, error, mark, attributes } = useBoundField(bound);
  const value: unknown = field.value;
  return (
    <Field id={id} label={bound.label} hint={bound.hint} error={error} mark={mark} className={bound.className}>
      <Input
        {...attributes}
        type={as === 'dateTime' ? 'datetime-local' : 'date'}
        dir="ltr"
        className="figures rtl:text-end"
        min={min ? dateText(min, as) : undefined}
        max={max ? dateText(max, as) : undefined}
        value={value instanceof Date ? dateText(value, as) : ''}
        onChange={(event) => field.onChange(dateValue(event.currentTarget.value, as))}
      />
    </Field>
  );
}

/** A date or time in the user's zone, in the format of the browser's date fields. */
export function dateText(value: Date, as: 'end' | 'start' | 'dateTime', zone = shownTimeZone()): string {
  if (Number.isNaN(value.getTime())) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  const { year, month, day, hour, minute } = wallTimeOf(value, zone);
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return as === 'dateTime' ? `${date}T${two(hour)}:${two(minute)}` : date;
}

export function dateValue(text: string, as: 'end' | 'start' | 'dateTime', zone = shownTimeZone()): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?/u.exec(text);
  if (!parts) return null;
  const [year, month, day, hour, minute] = parts.slice(1).map((part) => Number(part ?? 0));
  if (year === undefined || month === undefined || day === undefined) return null;
  const time =
    as === 'dateTime'
      ? { hour: hour ?? 0, minute: minute ?? 0 }
      : as === 'end'
        ? { hour: 23, minute: 59 }
        : { hour: 0, minute: 0 };
  const value = instantOf({ year, month, day, ...time }, zone);
  return Number.isNaN(value.getTime()) ? null : value;
}
