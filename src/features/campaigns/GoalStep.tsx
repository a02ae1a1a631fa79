import { Suspense } from 'react';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CityField } from '@/components/form/CityField.tsx';
import { CountryField } from '@/components/form/CountryField.tsx';
import { RadioField } from '@/components/form/choice-fields.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import type { DraftValues } from '@/features/campaigns/draft-values.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { GOALS } from '../../../server/features/campaigns/rules.ts';

const CoverField = lazyNamed(() => import('@/features/campaigns/CoverField.tsx'), 'CoverField');

export interface StepProps {
  control: Control<DraftValues>;
  /** Creators have applied: the promised terms are fixed. */
  locked: boolean;
}

/** The first step of every draft; the others are loaded when they are opened. */
export function GoalStep({ control, locked }: StepProps) {
  const { t } = useTranslation('campaigns');
  const { t: terms } = useTranslation('terms');
  return (
    <div className="grid gap-5">
      <TextField control={control} name="title" label={t('field.title')} hint={t('field.titleHint')} maxLength={65} />
      <RadioField
        control={control}
        name="goal"
        label={t('field.goal')}
        columns={2}
        options={GOALS.map((goal) => ({ value: goal, label: terms(`goal.${goal}`) }))}
      />
      <TextField
        control={control}
        name="product"
        label={t('field.product')}
        hint={t('field.productHint')}
        maxLength={500}
      />
      <TextareaField
        control={control}
        name="summary"
        label={t('field.summary')}
        hint={t('field.summaryHint')}
        rows={5}
        maxLength={2000}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <CountryField control={control} name="country" label={t('field.country')} optional disabled={locked} />
        <CityField
          control={control}
          name="city"
          countryName="country"
          label={t('field.city')}
          hint={t('field.cityHint')}
          maxLength={80}
          optional
          disabled={locked}
        />
      </div>
      <Suspense fallback={null}>
        <CoverField control={control} />
      </Suspense>
    </div>
  );
}
