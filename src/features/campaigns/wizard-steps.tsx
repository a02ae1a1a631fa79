import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { LOCALES } from '../../../server/core/locale.ts';
import { ChipsField } from '@/components/form/ChipsField.tsx';
import { DateField } from '@/components/form/DateField.tsx';
import { FollowersField } from '@/components/form/FollowersField.tsx';
import { SelectField } from '@/components/form/SelectField.tsx';
import { RadioField } from '@/components/form/choice-fields.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { NichesField } from '@/components/form/NichesField.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { PercentField } from '@/components/form/PercentField.tsx';
import { ConditionsFields } from '@/components/terms/ConditionsFields.tsx';
import { DeliverablesEditor } from '@/components/terms/DeliverablesEditor.tsx';
import { MilestonesEditor } from '@/components/terms/MilestonesEditor.tsx';
import { ReleaseFields } from '@/components/terms/ReleaseFields.tsx';
import { type ClockRanges, releaseForm, termsControl } from '@/components/terms/terms-values.ts';
import { currencyOptions, type DraftValues } from '@/features/campaigns/draft-values.ts';
import type { StepProps } from '@/features/campaigns/GoalStep.tsx';
import { useFormat } from '@/lib/format.ts';
import { LANGUAGE_NAMES } from '@/lib/i18n.ts';

export function DeliverablesStep({ control, locked }: StepProps) {
  return <DeliverablesEditor control={termsControl(control)} disabled={locked} />;
}

export function CreatorsStep({ control, locked }: StepProps) {
  const { t } = useTranslation('campaigns');
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField control={control} name="slots" type="number" label={t('field.slots')} />
        <DateField
          control={control}
          name="applicationDeadline"
          label={t('field.deadline')}
          hint={t('field.deadlineHint')}
          optional
        />
      </div>
      <NichesField
        control={control}
        name="wanted.niches"
        label={t('field.niches')}
        hint={t('field.nichesHint')}
        max={5}
        optional
        disabled={locked}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          control={control}
          name="wanted.city"
          label={t('field.wantedCity')}
          maxLength={80}
          optional
          disabled={locked}
        />
        <TextField control={control} name="wanted.radiusKm" type="number" label={t('field.radius')} disabled={locked} />
        <FollowersField
          control={control}
          name="wanted.followersMin"
          label={t('field.followersMin')}
          disabled={locked}
        />
        <FollowersField
          control={control}
          name="wanted.followersMax"
          label={t('field.followersMax')}
          disabled={locked}
        />
        <PercentField
          control={control}
          name="wanted.engagementMinBps"
          label={t('field.engagement')}
          disabled={locked}
        />
      </div>
      <ChipsField
        control={control}
        name="wanted.languages"
        label={t('field.languages')}
        optional
        disabled={locked}
        options={LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale] }))}
      />
    </div>
  );
}

export function PayStep({ control, locked, currencyFrozen }: StepProps & { currencyFrozen: boolean }) {
  const { t } = useTranslation('campaigns');
  const { t: terms } = useTranslation('terms');
  const format = useFormat();
  const currency = useWatch({ control, name: 'currency' });
  const pay = useWatch({ control, name: 'pay' });
  const parts = useWatch({ control, name: 'milestones' }).length;
  const total = pay.kind === 'fixed' && pay.min !== null && Number.isSafeInteger(pay.min) ? pay.min : null;
  return (
    <div className="grid gap-5">
      <SelectField
        control={control}
        name="currency"
        label={terms('field.currency')}
        options={currencyOptions(format.currencyName)}
        disabled={currencyFrozen}
      />
      <RadioField
        control={control}
        name="pay.kind"
        label={t('field.payKind')}
        disabled={locked}
        options={[
          { value: 'fixed', label: t('field.payFixed') },
          { value: 'range', label: t('field.payRange') },
        ]}
      />
      {pay.kind === 'fixed' ? (
        <MoneyField
          control={control}
          name="pay.min"
          currency={currency}
          label={t('field.price')}
          disabled={locked}
          className="sm:max-w-[50%]"
        />
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <MoneyField
            control={control}
            name="pay.min"
            currency={currency}
            label={t('field.payMin')}
            disabled={locked}
          />
          <MoneyField
            control={control}
            name="pay.max"
            currency={currency}
            label={t('field.payMax')}
            disabled={locked}
          />
        </div>
      )}
      <section aria-labelledby="milestones" className="mt-2">
        <h2 id="milestones" className="heading-section">
          {terms('field.milestones')}
        </h2>
        <p className="mt-0.5 mb-4 text-sm text-muted-foreground">{t('field.milestonesHint')}</p>
        <MilestonesEditor
          control={termsControl(control)}
          total={total}
          disabled={locked}
          amountFixed={parts === 1 && pay.kind === 'fixed'}
        />
      </section>
    </div>
  );
}

export function TermsStep({
  form,
  locked,
  ranges,
}: {
  form: UseFormReturn<DraftValues>;
  locked: boolean;
  ranges: ClockRanges;
}) {
  return (
    <div className="grid gap-8">
      <ConditionsFields control={termsControl(form.control)} ranges={ranges} disabled={locked} />
      <ReleaseFields form={releaseForm(form)} ranges={ranges} disabled={locked} />
    </div>
  );
}
