import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type FieldPath, useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '@/components/form/SelectField.tsx';
import { type BoundFieldProps, TextField, useBoundField } from '@/components/form/fields.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { newDeliverable, type TermsControl, type TermsValues } from '@/components/terms/terms-values.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';
import { FORMATS, PLATFORMS } from '../../../server/features/terms/rules.ts';

const MAX_DELIVERABLES = 20;

/** What the creator makes: platform, format, number, and the acceptance points. */
export function DeliverablesEditor({ control, disabled = false }: { control: TermsControl; disabled?: boolean }) {
  const { t } = useTranslation('terms');
  const { fields, append, remove } = useFieldArray({ control, name: 'deliverables', keyName: 'key' });
  const platforms = PLATFORMS.map((value) => ({ value, label: t(`platform.${value}`) }));
  const formats = FORMATS.map((value) => ({ value, label: t(`format.${value}`) }));
  return (
    <div className="grid gap-6">
      {fields.map((field, index) => {
        const at = <Name extends string>(name: Name) => `deliverables.${index}.${name}` as FieldPath<TermsValues>;
        return (
          <fieldset key={field.key} disabled={disabled} className="grid gap-4 border-b border-border pb-6">
            <legend className="sr-only">{t('edit.deliverable', { n: index + 1 })}</legend>
            <div className="flex items-center justify-between gap-3" aria-hidden={false}>
              <p className="heading-item">{t('edit.deliverable', { n: index + 1 })}</p>
              {disabled || fields.length === 1 ? null : (
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={t('edit.removeDeliverable', { n: index + 1 })}
                  onClick={() => remove(index)}
                >
                  <Trash2 aria-hidden />
                </Button>
              )}
            </div>
            <div className="grid gap-4 sm:grid-cols-[1fr_1fr_7rem]">
              <SelectField
                control={control}
                name={at('platform')}
                label={t('field.platform')}
                options={platforms}
                disabled={disabled}
              />
              <SelectField
                control={control}
                name={at('format')}
                label={t('field.format')}
                options={formats}
                disabled={disabled}
              />
              <TextField
                control={control}
                name={at('count')}
                type="number"
                label={t('field.count')}
                disabled={disabled}
              />
            </div>
            <BriefField
              control={control}
              name={at('brief')}
              label={t('field.brief')}
              hint={t('field.briefHint')}
              disabled={disabled}
              optional
            />
            <TextareaField
              control={control}
              name={at('notes')}
              label={t('field.notes')}
              rows={2}
              maxLength={1000}
              optional
              disabled={disabled}
            />
          </fieldset>
        );
      })}
      {disabled || fields.length >= MAX_DELIVERABLES ? null : (
        <div>
          <Button onClick={() => append(newDeliverable())}>
            <Plus aria-hidden />
            {t('edit.addDeliverable')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** One point per line; the form value is the list of non-empty lines. */
function BriefField(bound: BoundFieldProps<TermsValues>) {
  const { id, field, error, mark, attributes } = useBoundField(bound);
  const [text, setText] = useState(() => linesText(field.value));
  const last = useRef<unknown>(field.value);
  useEffect(() => {
    if (field.value === last.current) return;
    last.current = field.value;
    setText(linesText(field.value));
  }, [field.value]);
  return (
    <Field id={id} label={bound.label} hint={bound.hint} error={error} mark={mark}>
      <Textarea
        {...attributes}
        rows={3}
        dir="auto"
        value={text}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          const lines = typed
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean);
          setText(typed);
          last.current = lines;
          field.onChange(lines);
        }}
      />
    </Field>
  );
}

function linesText(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : '';
}
