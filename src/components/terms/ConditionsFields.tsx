import { useTranslation } from 'react-i18next';
import { useWatch } from 'react-hook-form';
import { CountryField } from '@/components/form/CountryField.tsx';
import { RadioField } from '@/components/form/choice-fields.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { PercentField } from '@/components/form/PercentField.tsx';
import { ClockField } from '@/components/terms/ClockField.tsx';
import { MoreTerms } from '@/components/terms/MoreTerms.tsx';
import { type ClockRanges, MAIN_CLOCKS, OTHER_CLOCKS, type TermsControl } from '@/components/terms/terms-values.ts';
import { WorkingDaysField } from '@/components/terms/WorkingDaysField.tsx';
import { RIGHTS } from '../../../server/features/terms/rules.ts';

export interface ConditionsFieldsProps {
  control: TermsControl;
  ranges: ClockRanges;
  disabled?: boolean;
}

/** Rights, exclusivity, rounds, kill fee, disclosure and the deadlines of the contract. */
export function ConditionsFields({ control, ranges, disabled = false }: ConditionsFieldsProps) {
  const { t } = useTranslation('terms');
  const exclusive = (useWatch({ control, name: 'exclusivity.days' }) ?? 0) > 0;
  return (
    <div className="grid gap-8">
      <section className="grid gap-4">
        <RadioField
          control={control}
          name="rights.use"
          label={t('field.rights')}
          disabled={disabled}
          options={RIGHTS.map((use) => ({ value: use, label: t(`use.${use}`), hint: t(`useHint.${use}`) }))}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            control={control}
            name="rights.days"
            type="number"
            label={t('field.rightsDays')}
            disabled={disabled}
          />
          <TextField
            control={control}
            name="rights.territory"
            label={t('field.rightsTerritory')}
            hint={t('field.rightsTerritoryHint')}
            maxLength={80}
            optional
            disabled={disabled}
          />
        </div>
      </section>
      <section className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="exclusivity.days"
          type="number"
          label={t('field.exclusivityDays')}
          hint={t('field.exclusivityDaysHint')}
          disabled={disabled}
        />
        {exclusive ? (
          <TextField
            control={control}
            name="exclusivity.category"
            label={t('field.exclusivityCategory')}
            maxLength={80}
            disabled={disabled}
          />
        ) : null}
      </section>
      <section className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="revisions"
          type="number"
          label={t('field.revisions')}
          hint={t('field.revisionsHint')}
          disabled={disabled}
        />
        <PercentField
          control={control}
          name="killFeeBps"
          label={t('field.killFee')}
          hint={t('field.killFeeHint')}
          disabled={disabled}
        />
        {MAIN_CLOCKS.map((clock) => (
          <ClockField key={clock} clock={clock} control={control} ranges={ranges} disabled={disabled} />
        ))}
      </section>
      <section className="grid gap-4 sm:grid-cols-2">
        <CountryField
          control={control}
          name="disclosureCountry"
          label={t('field.disclosureCountry')}
          disabled={disabled}
        />
        <TextField
          control={control}
          name="disclosureText"
          label={t('field.disclosureText')}
          maxLength={120}
          placeholder="#ad"
          optional
          disabled={disabled}
        />
      </section>
      <MoreTerms title={t('edit.moreClocks')}>
        <div className="grid gap-4 sm:grid-cols-2">
          {OTHER_CLOCKS.map((clock) => (
            <ClockField key={clock} clock={clock} control={control} ranges={ranges} disabled={disabled} />
          ))}
          <div className="sm:col-span-2">
            <WorkingDaysField control={control} disabled={disabled} />
          </div>
        </div>
      </MoreTerms>
    </div>
  );
}
