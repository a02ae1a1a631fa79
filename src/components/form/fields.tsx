import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react';
import { type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '@/components/form/field-text.ts';
import type { FormControl } from '@/components/form/use-app-form.ts';
import { describedBy, Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

export interface BoundFieldProps<Values extends FieldValues> {
  control: FormControl<Values>;
  name: FieldPath<Values>;
  label: ReactNode;
  hint?: ReactNode;
  /** Marked "optional" beside the label; required fields have no mark. */
  optional?: boolean;
  disabled?: boolean;
  className?: string;
}

/** What a bound field needs: id, value, error text, attributes of the control. */
export function useBoundField<Values extends FieldValues>({
  control,
  name,
  hint,
  optional,
  disabled,
}: BoundFieldProps<Values>) {
  const { t } = useTranslation();
  const id = useId();
  const { field, fieldState, formState } = useController({ control, name });
  // A row that was just added is checked with the whole form; its errors are hidden until its fields were changed.
  const due = fieldState.isDirty || formState.isSubmitted || fieldState.error?.type === 'server';
  const error = due ? fieldText(fieldState.error?.message) : undefined;
  return {
    id,
    field,
    error,
    mark: optional ? t('form.optional') : undefined,
    attributes: {
      id,
      name: field.name,
      ref: field.ref,
      disabled,
      onBlur: field.onBlur,
      'aria-invalid': error ? true : undefined,
      'aria-required': optional ? undefined : true,
      'aria-describedby': describedBy(id, { hint, error }),
    },
  };
}

export interface TextFieldProps<Values extends FieldValues> extends BoundFieldProps<Values> {
  type?: 'text' | 'email' | 'tel' | 'url' | 'search' | 'number' | 'date';
  placeholder?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'text' | 'email' | 'numeric' | 'decimal' | 'tel' | 'url';
  maxLength?: number;
  /** Codes, addresses and handles run left to right in every language. */
  ltr?: boolean;
  autoFocus?: boolean;
  /** A button that stays in the line of the input, whatever stands below it. */
  beside?: ReactNode;
}

export function TextField<Values extends FieldValues>({
  type = 'text',
  placeholder,
  autoComplete,
  inputMode,
  maxLength,
  ltr,
  autoFocus,
  beside,
  ...bound
}: TextFieldProps<Values>) {
  const { id, field, error, mark, attributes } = useBoundField(bound);
  const isolated = ltr ?? (type === 'email' || type === 'url' || type === 'tel' || type === 'number');
  const input = (
    <Input
      {...attributes}
      type={type === 'number' ? 'text' : type}
      inputMode={inputMode ?? (type === 'number' ? 'numeric' : undefined)}
      placeholder={placeholder}
      autoComplete={autoComplete}
      maxLength={maxLength}
      autoFocus={autoFocus}
      dir={isolated ? 'ltr' : writtenDirection(field.value)}
      className={isolated ? 'rtl:text-end' : undefined}
      value={shown(field.value)}
      onChange={(event) =>
        field.onChange(type === 'number' ? asNumber(event.currentTarget.value) : event.currentTarget.value)
      }
    />
  );
  return (
    <Field id={id} label={bound.label} hint={bound.hint} error={error} mark={mark} className={bound.className}>
      {beside ? (
        <div className="flex gap-2">
          {input}
          {beside}
        </div>
      ) : (
        input
      )}
    </Field>
  );
}

export interface PasswordFieldProps<Values extends FieldValues> extends BoundFieldProps<Values> {
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
}

export function PasswordField<Values extends FieldValues>({
  autoComplete,
  autoFocus,
  ...bound
}: PasswordFieldProps<Values>) {
  const { t } = useTranslation();
  const { id, field, error, mark, attributes } = useBoundField(bound);
  const [visible, setVisible] = useState(false);
  const Icon = visible ? EyeOff : Eye;
  return (
    <Field id={id} label={bound.label} hint={bound.hint} error={error} mark={mark} className={bound.className}>
      <div className="relative">
        <Input
          {...attributes}
          type={visible ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          dir="ltr"
          className="pe-11 rtl:ps-11 rtl:pe-3 rtl:text-end"
          value={shown(field.value)}
          onChange={field.onChange}
        />
        <button
          type="button"
          aria-controls={id}
          aria-label={visible ? t('form.hidePassword') : t('form.showPassword')}
          onClick={() => setVisible(!visible)}
          className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-md"
        >
          <Icon aria-hidden className="size-4" />
        </button>
      </div>
    </Field>
  );
}

export function shown(value: unknown): string {
  if (typeof value === 'number') return Number.isNaN(value) ? '' : String(value);
  return typeof value === 'string' ? value : '';
}

/** The direction follows the typed text; an empty field follows the page. */
export function writtenDirection(value: unknown): 'auto' | undefined {
  return shown(value) === '' ? undefined : 'auto';
}

/** Text that is not a number yet is kept, so that the schema can refuse it. */
function asNumber(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^-?\d+(\.\d+)?$/u.test(trimmed) ? Number(trimmed) : text;
}
