import type { FieldValues } from 'react-hook-form';
import { type BoundFieldProps, useBoundField } from '@/components/form/fields.tsx';
import { cn } from '@/lib/cn.ts';
import { FieldError, FieldHint } from '@/ui/field.tsx';

export interface ChipsFieldProps<Values extends FieldValues> extends BoundFieldProps<Values> {
  options: readonly { value: string; label: string }[];
  /** The maximum number of choices; the others are disabled then. */
  max?: number;
}

/** Several choices of a short list, each a toggle; the form value is a list of strings. */
export function ChipsField<Values extends FieldValues>({ options, max = Infinity, ...bound }: ChipsFieldProps<Values>) {
  const { id, field, error, mark } = useBoundField(bound);
  const chosen: readonly string[] = Array.isArray(field.value) ? field.value : [];
  return (
    <fieldset className={bound.className} onBlur={field.onBlur}>
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-3 text-sm leading-4.5 font-medium">
        {bound.label}
        {mark ? <span className="text-xs font-normal text-muted-foreground">{mark}</span> : null}
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option, index) => {
          const on = chosen.includes(option.value);
          const full = !on && chosen.length >= max;
          return (
            <button
              key={option.value}
              type="button"
              ref={index === 0 ? field.ref : undefined}
              aria-pressed={on}
              aria-disabled={full || undefined}
              onClick={() => {
                if (!full)
                  field.onChange(on ? chosen.filter((value) => value !== option.value) : [...chosen, option.value]);
              }}
              className={cn(
                'min-h-[30px] rounded-md border bg-card px-2.5 text-sm whitespace-nowrap touch:min-h-11 touch:px-3.5',
                on && 'font-semibold shadow-[inset_0_0_0_1px_var(--foreground)]',
                full ? 'border-border' : on ? 'border-foreground' : 'border-input',
                full ? 'cursor-not-allowed text-muted-foreground' : 'hover:bg-accent',
              )}
            >
              {option.label}
            </button>
          );
        })}
      </div>
      <div className="mt-1.5">
        {error ? (
          <FieldError id={`${id}-error`}>{error}</FieldError>
        ) : bound.hint ? (
          <FieldHint id={`${id}-hint`}>{bound.hint}</FieldHint>
        ) : null}
      </div>
    </fieldset>
  );
}
