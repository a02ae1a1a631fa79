import type { FieldPath } from 'react-hook-form';
import type { FormControl } from '@/components/form/use-app-form.ts';
import { useTranslation } from 'react-i18next';
import type { ClockName, LiveClock } from '../../../server/features/terms/schema.ts';
import { DurationField } from '@/components/form/DurationField.tsx';
import type { ClockRanges, TermsValues } from '@/components/terms/terms-values.ts';
import { useDurationText } from '@/lib/duration.ts';

interface Props<Values extends Pick<TermsValues, 'clocks'>> {
  clock: ClockName | LiveClock;
  control: FormControl<Values>;
  ranges: ClockRanges;
  disabled?: boolean;
}

/** A deadline of the terms within the range of the policy; nothing where the policy has none of that name. */
export function ClockField<Values extends Pick<TermsValues, 'clocks'>>({
  clock,
  control,
  ranges,
  disabled = false,
}: Props<Values>) {
  const { t } = useTranslation('terms');
  const duration = useDurationText();
  const range = ranges[clock];
  if (!range) return null;
  return (
    <DurationField
      control={control}
      name={`clocks.${clock}` as FieldPath<Values>}
      label={t(`clock.${clock}`)}
      hint={`${t(`clockHint.${clock}`)} ${t('clockRange', { min: duration(range.min), max: duration(range.max) })}`}
      range={range}
      disabled={disabled}
    />
  );
}
