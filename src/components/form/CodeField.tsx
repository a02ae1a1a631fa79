import type { FieldValues } from 'react-hook-form';
import { type BoundFieldProps, useBoundField } from '@/components/form/fields.tsx';
import { earlyTexts } from '@/lib/early-page.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

const DIGITS = 6;

/** The typed or pasted code, without spaces and other characters. */
const digitsOf = (typed: string): string => typed.replace(/\D/gu, '').slice(0, DIGITS);

/** The code that was typed before the program was loaded, as a form's first value. */
export const earlyCode = (): string => digitsOf(earlyTexts('code').code ?? '');

/** Six digits. Other characters of a pasted "123 456" are removed, so the browser must not cut the text before. */
export function CodeField<Values extends FieldValues>(bound: BoundFieldProps<Values> & { autoFocus?: boolean }) {
  const { id, field, error, attributes } = useBoundField(bound);
  return (
    <Field id={id} label={bound.label} hint={bound.hint} error={error} className={bound.className}>
      <Input
        {...attributes}
        // Leaving an empty field is no mistake yet.
        onBlur={field.value === '' ? undefined : attributes.onBlur}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus={bound.autoFocus}
        dir="ltr"
        className="figures rtl:text-end"
        value={field.value as string}
        onChange={(event) => field.onChange(digitsOf(event.currentTarget.value))}
      />
    </Field>
  );
}
