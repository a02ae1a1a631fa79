import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type BoundFieldProps, useBoundField, shown } from '@/components/form/fields.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { describedBy, FieldError } from '@/ui/field.tsx';
import { RadioCard, RadioGroup } from '@/ui/radio-group.tsx';

export function CheckboxField<Values extends FieldValues>(bound: BoundFieldProps<Values>) {
  const { id, field, error, attributes } = useBoundField({ optional: true, ...bound });
  return (
    <div className={bound.className}>
      <div className="flex items-start gap-2.5">
        <Checkbox {...attributes} checked={field.value === true} onCheckedChange={field.onChange} className="mt-0.5" />
        <label htmlFor={id} className="min-w-0 text-ui leading-[22px]">
          {bound.label}
          {bound.hint ? (
            <span id={`${id}-hint`} className="block text-sm text-muted-foreground">
              {bound.hint}
            </span>
          ) : null}
        </label>
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

interface RadioOption {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

export interface RadioFieldProps<Values extends FieldValues> extends BoundFieldProps<Values> {
  options: readonly RadioOption[];
  columns?: 1 | 2;
}

export function RadioField<Values extends FieldValues>({ options, columns = 1, ...bound }: RadioFieldProps<Values>) {
  const { id, field, error, mark } = useBoundField(bound);
  return (
    <fieldset className={bound.className} aria-describedby={describedBy(id, { hint: bound.hint, error })}>
      <legend id={`${id}-label`} className="mb-1.5 text-sm leading-4.5 font-medium">
        {bound.label} {mark ? <span className="text-xs font-normal text-muted-foreground">{mark}</span> : null}
      </legend>
      <RadioGroup
        name={field.name}
        value={shown(field.value)}
        onValueChange={field.onChange}
        onBlur={field.onBlur}
        disabled={bound.disabled}
        className={columns === 2 ? 'sm:grid-cols-2' : undefined}
      >
        {options.map((option, index) => (
          <RadioCard
            key={option.value}
            ref={index === 0 ? field.ref : undefined}
            id={`${id}-${option.value}`}
            value={option.value}
            label={option.label}
            hint={option.hint}
            disabled={option.disabled}
          />
        ))}
      </RadioGroup>
      {error ? (
        <div className="mt-1.5">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      ) : bound.hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted-foreground">
          {bound.hint}
        </p>
      ) : null}
    </fieldset>
  );
}

/** One choice of several that is no field of a form: its owner keeps what was chosen. */
export function RadioChoice({
  legend,
  value,
  options,
  onChosen,
}: {
  legend: ReactNode;
  value: string;
  options: readonly RadioOption[];
  onChosen: (value: string) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm leading-4.5 font-medium">{legend}</legend>
      <RadioGroup value={value} onValueChange={onChosen}>
        {options.map((option) => (
          <RadioCard key={option.value} {...option} />
        ))}
      </RadioGroup>
    </fieldset>
  );
}
