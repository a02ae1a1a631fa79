import { useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { RELEASE_TRIGGERS } from '../../../server/features/terms/rules.ts';
import type { DealTerms, LiveClock } from '../../../server/features/terms/schema.ts';
import { PercentField } from '@/components/form/PercentField.tsx';
import { RadioField } from '@/components/form/choice-fields.tsx';
import { ClockField } from '@/components/terms/ClockField.tsx';
import { MoreTerms } from '@/components/terms/MoreTerms.tsx';
import type { ClockRanges, ReleaseForm } from '@/components/terms/terms-values.ts';

interface Props {
  form: ReleaseForm;
  ranges: ClockRanges;
  disabled?: boolean;
}

const SHARES: Record<DealTerms['releaseTrigger'], DealTerms['release']> = {
  on_approval: undefined,
  on_live: { approvalBps: 0, liveBps: 10_000, holdbackBps: 0 },
  split: { approvalBps: 5_000, liveBps: 3_000, holdbackBps: 2_000 },
};

/** When the money is released: at the approval, once the post is live, or in parts. Collapsed while it is the usual. */
export function ReleaseFields({ form, ranges, disabled = false }: Props) {
  const { t } = useTranslation('terms');
  const { control, setValue } = form;
  const trigger = useWatch({ control, name: 'releaseTrigger' });
  const holdback = useWatch({ control, name: 'release.holdbackBps' }) ?? 0;
  const { errors } = useFormState({ control, name: ['releaseTrigger', 'release'] });
  /** The clocks that these terms carry, and no others. */
  const setClocks = (waits: boolean, keepsBack: boolean) => {
    const current = form.getValues('clocks');
    const clock = (name: LiveClock, on: boolean) => (on ? (current[name] ?? ranges[name]?.fallback) : undefined);
    setValue('clocks.posting', clock('posting', waits), { shouldDirty: true });
    setValue('clocks.postGrace', clock('postGrace', waits), { shouldDirty: true });
    setValue('clocks.retention', clock('retention', waits && keepsBack), { shouldDirty: true });
  };
  // A holdback that is typed or taken back brings its clock along.
  useEffect(() => {
    if (trigger === 'split' && holdback > 0 !== (form.getValues('clocks.retention') !== undefined))
      setClocks(true, holdback > 0);
    // The form is the same for as long as the fields are shown.
    // oxlint-disable-next-line exhaustive-deps
  }, [trigger, holdback]);
  const choose = (next: DealTerms['releaseTrigger']) => {
    setValue('release', SHARES[next], { shouldDirty: true });
    setClocks(next !== 'on_approval', next === 'split');
  };
  return (
    <MoreTerms
      title={t('field.release')}
      open={trigger !== 'on_approval' || Object.keys(errors).length > 0 || undefined}
    >
      <div
        onChange={(event) => {
          const { value } = event.target as HTMLInputElement;
          const next = RELEASE_TRIGGERS.find((one) => one === value);
          if (next) choose(next);
        }}
      >
        <RadioField
          control={control}
          name="releaseTrigger"
          label={t('field.release')}
          disabled={disabled}
          options={RELEASE_TRIGGERS.map((one) => ({
            value: one,
            label: t(`trigger.${one}`),
            hint: t(`triggerHint.${one}`),
          }))}
        />
      </div>
      {trigger === 'split' ? (
        <div className="grid gap-4 sm:grid-cols-3">
          <PercentField control={control} name="release.approvalBps" label={t('share.approval')} disabled={disabled} />
          <PercentField control={control} name="release.liveBps" label={t('share.live')} disabled={disabled} />
          <PercentField
            control={control}
            name="release.holdbackBps"
            label={t('share.holdback')}
            hint={t('share.holdbackHint')}
            disabled={disabled}
          />
        </div>
      ) : null}
      {trigger === 'on_approval' ? null : (
        <div className="grid gap-4 sm:grid-cols-2">
          <ClockField clock="posting" control={control} ranges={ranges} disabled={disabled} />
          <ClockField clock="postGrace" control={control} ranges={ranges} disabled={disabled} />
          {holdback > 0 ? <ClockField clock="retention" control={control} ranges={ranges} disabled={disabled} /> : null}
        </div>
      )}
    </MoreTerms>
  );
}
