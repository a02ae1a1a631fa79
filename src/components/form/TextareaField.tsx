import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type BoundFieldProps, shown, useBoundField, writtenDirection } from '@/components/form/fields.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

export interface TextareaFieldProps<Values extends FieldValues> extends BoundFieldProps<Values> {
  placeholder?: string;
  rows?: number;
  /** Shows the remaining characters when few are left. */
  maxLength?: number;
}

export function TextareaField<Values extends FieldValues>({
  placeholder,
  rows = 4,
  maxLength,
  ...bound
}: TextareaFieldProps<Values>) {
  const { t } = useTranslation();
  const { id, field, error, mark, attributes } = useBoundField(bound);
  const left = maxLength === undefined ? null : maxLength - shown(field.value).length;
  const counted = left !== null && left <= 100 ? t('form.charactersLeft', { count: Math.max(0, left) }) : mark;
  return (
    <Field id={id} label={bound.label} hint={bound.hint} error={error} mark={counted} className={bound.className}>
      <Textarea
        {...attributes}
        rows={rows}
        placeholder={placeholder}
        dir={writtenDirection(field.value)}
        value={shown(field.value)}
        onChange={field.onChange}
      />
    </Field>
  );
}
