import { useMemo } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '@/components/form/SelectField.tsx';
import type { TermsControl } from '@/components/terms/terms-values.ts';
import { shownTimeZone } from '@/lib/time-zone.ts';
import { Checkbox } from '@/ui/checkbox.tsx';

/** Whether the deadlines of people count working days, and in which time zone. */
export function WorkingDaysField({ control, disabled }: { control: TermsControl; disabled: boolean }) {
  const { t } = useTranslation('terms');
  const { field } = useController({ control, name: 'clocks.workingDaysIn' });
  const zone = field.value;
  const zones = useMemo(
    () =>
      zone === undefined
        ? []
        : [...new Set([...(zone ? [zone] : []), ...Intl.supportedValuesOf('timeZone')])]
            .sort()
            .map((value) => ({ value, label: value.replaceAll('_', ' ') })),
    [zone],
  );
  return (
    <div className="grid gap-4">
      <label className="flex items-start gap-2.5 text-ui">
        <Checkbox
          className="mt-0.5"
          checked={zone !== undefined}
          disabled={disabled}
          onCheckedChange={(on) => field.onChange(on ? shownTimeZone() : undefined)}
        />
        <span>
          {t('workingDays.label')}
          <span className="block text-sm text-muted-foreground">{t('workingDays.hint')}</span>
        </span>
      </label>
      {zone === undefined ? null : (
        <SelectField
          control={control}
          name="clocks.workingDaysIn"
          label={t('clock.workingDaysIn')}
          options={zones}
          disabled={disabled}
          className="sm:w-1/2"
        />
      )}
    </div>
  );
}
