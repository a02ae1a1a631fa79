import { Plus, Trash2, TriangleAlert } from 'lucide-react';
import { type FieldPath, useFieldArray, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ChipsField } from '@/components/form/ChipsField.tsx';
import { DateField } from '@/components/form/DateField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { useTermsText } from '@/components/terms/terms-text.ts';
import { milestoneSum, newMilestone, type TermsControl, type TermsValues } from '@/components/terms/terms-values.ts';
import { useFormat } from '@/lib/format.ts';
import { Button } from '@/ui/button.tsx';

const MAX_MILESTONES = 12;
const DAYS_BETWEEN = 14;

export interface MilestonesEditorProps {
  control: TermsControl;
  /** The required sum of the milestones in minor units; null if they define the price. */
  total: number | null;
  disabled?: boolean;
  /** A single part is worth the whole price, which another field holds. */
  amountFixed?: boolean;
}

/** The parts of the price, each funded, delivered and released on its own. */
export function MilestonesEditor({ control, total, disabled = false, amountFixed = false }: MilestonesEditorProps) {
  const { t } = useTranslation('terms');
  const termsText = useTermsText();
  const { fields, append, remove } = useFieldArray({ control, name: 'milestones', keyName: 'key' });
  const currency = useWatch({ control, name: 'currency' });
  const deliverables = useWatch({ control, name: 'deliverables' });
  const coverable = fields.length > 1 && deliverables.length > 1;
  return (
    <div className="grid gap-6">
      {fields.map((field, index) => {
        const at = <Name extends string>(name: Name) => `milestones.${index}.${name}` as FieldPath<TermsValues>;
        return (
          <fieldset key={field.key} disabled={disabled} className="grid gap-4 border-b border-border pb-6">
            <legend className="sr-only">{t('edit.milestone', { n: index + 1 })}</legend>
            <div className="flex items-center justify-between gap-3">
              <p className="heading-item">{t('edit.milestone', { n: index + 1 })}</p>
              {disabled || fields.length === 1 ? null : (
                <Button
                  variant="quiet"
                  size="icon"
                  aria-label={t('edit.removeMilestone', { n: index + 1 })}
                  onClick={() => remove(index)}
                >
                  <Trash2 aria-hidden />
                </Button>
              )}
            </div>
            <TextField
              control={control}
              name={at('title')}
              label={t('field.title')}
              maxLength={80}
              disabled={disabled}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              {amountFixed ? null : (
                <MoneyField
                  control={control}
                  name={at('amount')}
                  currency={currency}
                  label={t('field.amount')}
                  disabled={disabled}
                />
              )}
              <DateField control={control} name={at('dueAt')} label={t('field.dueAt')} disabled={disabled} />
            </div>
            {coverable ? (
              <ChipsField
                control={control}
                name={at('deliverableIds')}
                label={t('field.covers')}
                options={deliverables.map((deliverable) => ({
                  value: deliverable.id,
                  label: termsText.deliverable(deliverable),
                }))}
                optional
              />
            ) : null}
          </fieldset>
        );
      })}
      <div className="flex flex-wrap items-center justify-between gap-3">
        {disabled || fields.length >= MAX_MILESTONES ? null : (
          <Button onClick={() => append(newMilestone(21 + DAYS_BETWEEN * fields.length))}>
            <Plus aria-hidden />
            {t('edit.addMilestone')}
          </Button>
        )}
        {amountFixed ? null : <MilestoneSum control={control} total={total} />}
      </div>
    </div>
  );
}

function MilestoneSum({ control, total }: { control: TermsControl; total: number | null }) {
  const { t } = useTranslation('terms');
  const format = useFormat();
  const milestones = useWatch({ control, name: 'milestones' });
  const currency = useWatch({ control, name: 'currency' });
  const sum = milestoneSum(milestones);
  if (sum === null || milestones.length === 0) return null;
  const money = format.money({ amount: sum, currency });
  if (total === null || total === sum) {
    return (
      <p role="status" className="text-sm text-muted-foreground">
        {t('edit.sum', { sum: money })}
      </p>
    );
  }
  return (
    <p role="status" className="flex items-center gap-1.5 text-sm font-medium text-destructive">
      <TriangleAlert aria-hidden className="size-3.5" />
      {t('edit.sumOff', { sum: money, total: format.money({ amount: total, currency }) })}
    </p>
  );
}
