import type { FieldValues } from 'react-hook-form';
import { type BoundFieldProps, useBoundField } from '@/components/form/fields.tsx';
import { FieldError } from '@/ui/field.tsx';
import { Switch } from '@/ui/switch.tsx';

export function SwitchField<Values extends FieldValues>(bound: BoundFieldProps<Values>) {
  const { id, field, error, attributes } = useBoundField({ optional: true, ...bound });
  const { 'aria-required': _required, ...rest } = attributes;
  return (
    <div className={bound.className}>
      <div className="flex items-start justify-between gap-4">
        <label htmlFor={id} className="min-w-0 text-ui font-medium">
          {bound.label}
          {bound.hint ? (
            <span id={`${id}-hint`} className="block text-sm font-normal text-muted-foreground">
              {bound.hint}
            </span>
          ) : null}
        </label>
        <Switch {...rest} checked={field.value === true} onCheckedChange={field.onChange} />
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}
