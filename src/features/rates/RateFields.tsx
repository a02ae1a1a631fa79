import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import { RATE_PLATFORMS, type RatePlatform } from '../../../server/features/rates/constants/rules.ts';
import { formulaOf } from '../../../server/features/creators/rules.ts';
import { formatsOf } from '../../../server/features/rates/rules.ts';
import type { RateStart } from '../../../server/features/rates/schema.ts';
import { RIGHTS } from '../../../server/features/terms/rules.ts';
import type { Format, RightsUse } from '../../../server/features/terms/schema.ts';
import { Choice } from '@/components/form/Choice.tsx';
import { FigureMark } from '@/components/figures/FigureMark.tsx';
import { figuresOn, type RateField, type RateValues } from '@/features/rates/rate-values.ts';
import { describedBy, Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

export interface RateFieldsProps {
  start: RateStart;
  values: RateValues;
  problems: readonly RateField[];
  onChange: (values: RateValues) => void;
}

/** The inputs; a figure of the creator stands with where it is from until it is changed. */
export function RateFields({ start, values, problems, onChange }: RateFieldsProps) {
  const { t } = useTranslation('rates');
  const { t: terms } = useTranslation('terms');
  const { t: figures } = useTranslation('figures');
  const { t: common } = useTranslation();
  const set = (change: Partial<RateValues>) => onChange({ ...values, ...change });
  const account = start.accounts.find(({ platform }) => platform === values.platform);
  const known = figuresOn(start, values.platform);
  const mark = (field: 'followers' | 'engagement' | 'views') => {
    const figure = account?.[field];
    return figure && known[field] === values[field] ? (
      <FigureMark figure={figure} platform={values.platform} />
    ) : undefined;
  };
  const text = (field: RateField, more: Omit<ComponentProps<typeof TextInput>, 'value' | 'onValue' | 'problem'>) => (
    <TextInput
      {...more}
      value={values[field]}
      problem={problems.includes(field) ? t(`problem.${field}`) : undefined}
      onValue={(value) => set({ [field]: value })}
    />
  );
  return (
    <form aria-label={t('inputs')} className="grid gap-4" onSubmit={(event) => event.preventDefault()}>
      <Choice
        label={terms('field.platform')}
        value={values.platform}
        options={RATE_PLATFORMS.map((value) => ({ value, label: terms(`platform.${value}`) }))}
        onValue={(value) => {
          const platform = value as RatePlatform;
          set({ platform, format: formatsOf(platform)[0]!, ...(start.creator ? figuresOn(start, platform) : {}) });
        }}
      />
      <Choice
        label={terms('field.format')}
        value={values.format}
        options={formatsOf(values.platform).map((value) => ({ value, label: terms(`format.${value}`) }))}
        onValue={(value) => set({ format: value as Format })}
      />
      {text('followers', { label: t('field.followers'), hint: mark('followers'), placeholder: '12k' })}
      {text('engagement', {
        label: t('field.engagement'),
        mark: common('form.optional'),
        hint: mark('engagement') ?? figures(`formula.${formulaOf(values.platform)}`),
        inputMode: 'decimal',
        unit: '%',
      })}
      {text('views', {
        label: t('field.views'),
        mark: common('form.optional'),
        hint: mark('views') ?? t('field.viewsHint'),
      })}
      <Choice
        label={terms('field.rights')}
        value={values.use}
        options={RIGHTS.map((value) => ({ value, label: terms(`use.${value}`) }))}
        onValue={(value) => set({ use: value as RightsUse })}
      />
      <div className="grid grid-cols-2 gap-3">
        {text('days', { label: terms('field.rightsDays'), inputMode: 'numeric' })}
        {text('exclusivityDays', {
          label: terms('field.exclusivityDays'),
          hint: terms('field.exclusivityDaysHint'),
          inputMode: 'numeric',
        })}
      </div>
      <Choice
        label={terms('field.currency')}
        value={values.currency}
        options={start.rates.map(({ currency }) => ({ value: currency, label: currency }))}
        onValue={(value) => set({ currency: value as Currency })}
      />
    </form>
  );
}

function TextInput({
  label,
  mark,
  hint,
  problem,
  value,
  onValue,
  inputMode = 'text',
  placeholder,
  unit,
}: {
  label: string;
  mark?: string;
  hint?: ReactNode | undefined;
  problem: string | undefined;
  value: string;
  onValue: (value: string) => void;
  inputMode?: 'text' | 'decimal' | 'numeric';
  placeholder?: string;
  unit?: '%';
}) {
  const id = useId();
  return (
    <Field id={id} label={label} mark={mark} hint={hint} error={problem} className="min-w-0">
      <div className="relative">
        <Input
          id={id}
          dir="ltr"
          className="figures rtl:text-end"
          autoComplete="off"
          inputMode={inputMode}
          placeholder={placeholder}
          aria-invalid={problem ? true : undefined}
          aria-describedby={describedBy(id, { hint, error: problem })}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
        {unit ? (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-muted-foreground"
          >
            {unit}
          </span>
        ) : null}
      </div>
    </Field>
  );
}
