import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type BoundFieldProps, useBoundField, shown } from '@/components/form/fields.tsx';
import { Field } from '@/ui/field.tsx';
import { Select, type SelectOption } from '@/ui/select.tsx';

export interface SelectFieldProps<Values extends FieldValues> extends BoundFieldProps<Values> {
  options: readonly SelectOption[];
  placeholder?: string;
}

export function SelectField<Values extends FieldValues>({ options, placeholder, ...bound }: SelectFieldProps<Values>) {
  const { t } = useTranslation();
  const { id, field, error, mark, attributes } = useBoundField(bound);
  const { 'aria-required': _required, ...rest } = attributes;
  return (
    <Field id={id} label={bound.label} hint={bound.hint} error={error} mark={mark} className={bound.className}>
      <Select
        {...rest}
        options={options}
        placeholder={placeholder ?? t('form.choose')}
        value={shown(field.value)}
        onValueChange={field.onChange}
      />
    </Field>
  );
}
