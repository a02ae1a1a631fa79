import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CATEGORY_KEYS } from '../../../server/features/creators/categories/rules.ts';
import { MAX_SERVICE_KM, SERVICES } from '../../../server/features/creators/rules.ts';
import type { CreatorInput } from '../../../server/features/creators/schema.ts';
import { FORMATS } from '../../../server/features/terms/rules.ts';
import { ChipsField } from '@/components/form/ChipsField.tsx';
import { SwitchField } from '@/components/form/SwitchField.tsx';
import { RadioField } from '@/components/form/choice-fields.tsx';
import { TextField, useBoundField, type BoundFieldProps } from '@/components/form/fields.tsx';
import type { FormControl } from '@/components/form/use-app-form.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

type ProfileControl = FormControl<CreatorInput>;

/** Open for work, and from which day. */
export function AvailabilityFields({ control }: { control: ProfileControl }) {
  const { t } = useTranslation('creators');
  const available = useWatch({ control, name: 'details.available' });
  return (
    <Part legend={t('work.availability')}>
      <SwitchField
        control={control}
        name="details.available"
        label={t('work.available')}
        hint={t('work.availableHint')}
      />
      {available ? (
        <DayField
          control={control}
          name="details.freeFrom"
          label={t('work.freeFrom')}
          hint={t('work.freeFromHint')}
          className="max-w-60"
          optional
        />
      ) : null}
    </Part>
  );
}

/** Around the city, anywhere, or online only. */
export function ServiceFields({ control }: { control: ProfileControl }) {
  const { t } = useTranslation('creators');
  const [service, city] = useWatch({ control, name: ['details.service', 'city'] });
  return (
    <Part legend={t('work.service')}>
      <RadioField
        control={control}
        name="details.service"
        label={t('work.serviceLabel')}
        hint={t('work.serviceHint')}
        options={SERVICES.map((value) => ({
          value,
          label: t(`service.${value}`),
          hint: value === 'area' && city ? t('work.around', { city }) : undefined,
        }))}
      />
      {service === 'area' ? (
        <TextField
          control={control}
          name="details.serviceKm"
          type="number"
          label={t('work.km')}
          hint={city ? t('work.kmHint', { max: MAX_SERVICE_KM }) : t('work.cityFirst')}
          maxLength={3}
          className="max-w-60"
        />
      ) : null}
    </Part>
  );
}

export function FormatFields({ control }: { control: ProfileControl }) {
  const { t } = useTranslation('creators');
  const { t: terms } = useTranslation('terms');
  return (
    <ChipsField
      control={control}
      name="details.formats"
      label={t('work.formats')}
      hint={t('work.formatsHint')}
      optional
      options={FORMATS.map((value) => ({ value, label: terms(`format.${value}`) }))}
    />
  );
}

/** What the creator does not advertise. */
export function RefusedFields({ control }: { control: ProfileControl }) {
  const { t } = useTranslation('creators');
  const { t: nameOf } = useTranslation('categories');
  return (
    <Part legend={t('work.refused')}>
      <ChipsField
        control={control}
        name="details.refused"
        label={t('work.refusedLabel')}
        hint={t('work.refusedHint')}
        optional
        options={CATEGORY_KEYS.map((value) => ({ value, label: nameOf(`name.${value}`) }))}
      />
    </Part>
  );
}

export function HideRatesField({ control }: { control: ProfileControl }) {
  const { t } = useTranslation('creators');
  return (
    <SwitchField
      control={control}
      name="details.hidesRates"
      label={t('work.hideRates')}
      hint={t('work.hideRatesHint')}
    />
  );
}

function Part({ legend, children }: { legend: string; children: React.ReactNode }) {
  return (
    <fieldset className="grid gap-4 border-t border-border pt-5">
      <legend className="heading-section float-start w-full">{legend}</legend>
      {children}
    </fieldset>
  );
}

/** A day without a time; the form value is its text, null while it is empty. */
function DayField(bound: BoundFieldProps<CreatorInput>) {
  const { id, field, error, mark, attributes } = useBoundField(bound);
  return (
    <Field id={id} label={bound.label} hint={bound.hint} error={error} mark={mark} className={bound.className}>
      <Input
        {...attributes}
        type="date"
        dir="ltr"
        className="figures rtl:text-end"
        value={typeof field.value === 'string' ? field.value : ''}
        onChange={(event) => field.onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      />
    </Field>
  );
}
