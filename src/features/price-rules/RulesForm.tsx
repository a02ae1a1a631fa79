import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { type FieldPath, type UseFormSetValue, useController, useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { MAX_RULES, PRICE_RULE_KINDS, THRESHOLDS } from '../../../server/features/price-rules/rules.ts';
import type { OwnPriceRules, PricePolicy, PriceRuleKind } from '../../../server/features/price-rules/schema.ts';
import { SwitchField } from '@/components/form/SwitchField.tsx';
import { TextField, useBoundField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { PercentField } from '@/components/form/PercentField.tsx';
import { type FormControl, useAppForm } from '@/components/form/use-app-form.ts';
import { keepRules } from '@/features/price-rules/keep-rules.ts';
import { SimulationPanel } from '@/features/price-rules/SimulationPanel.tsx';
import { monthName } from '@/features/price-rules/use-line-text.ts';
import { toast } from '@/lib/toast.ts';
import { api, appError, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';

type RulesControl = FormControl<PricePolicy>;

const USUAL: Readonly<Record<PriceRuleKind, { threshold: number; bps: number }>> = {
  rush: { threshold: 72, bps: 2_500 },
  rights: { threshold: 90, bps: 3_000 },
  exclusivity: { threshold: 30, bps: 3_000 },
  volume: { threshold: 3, bps: 1_000 },
  season: { threshold: 0, bps: 1_500 },
  demand: { threshold: 80, bps: 1_500 },
};
const triedOf = ({ rules, floorBps, ceilingBps }: PricePolicy) => ({ rules, floorBps, ceilingBps });

const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);

/** The rules as a whole: saved together, tried on the offers of 90 days before. */
export function RulesForm({ own }: { own: OwnPriceRules }) {
  const { t } = useTranslation('price-rules');
  const [tried, setTried] = useState(() => triedOf(own.policy));
  const save = trpc.priceRules.save.useMutation({
    onError: (error) => {
      if (appError(error)?.code === 'pricing.changed') void api.priceRules.mine.invalidate();
    },
  });
  const form = useAppForm<PricePolicy, PricePolicy>({
    schema: () => import('../../../server/features/price-rules/schema.ts').then((schema) => schema.pricePolicy),
    defaultValues: own.policy,
  });
  const { control } = form;
  const simulation = useQuery({ ...api.priceRules.simulate.queryOptions(tried), placeholderData: keepPreviousData });
  const tryOut = form.handleSubmit((policy) => setTried(triedOf(policy)));
  return (
    <>
      <Form
        form={form}
        pending={save.isPending}
        submitError={save.error}
        onSubmit={async (policy) => {
          keepRules(await save.mutateAsync({ ...policy, version: own.version }));
          void toast('success', t('form.saved'));
        }}
      >
        <SwitchField control={control} name="active" label={t('form.active')} hint={t('form.activeHint')} />
        <SwitchField control={control} name="automatic" label={t('form.automatic')} hint={t('form.automaticHint')} />
        <RuleRows control={control} setValue={form.setValue} />
        <fieldset className="grid gap-4 border-t border-border pt-5 sm:grid-cols-2">
          <legend className="heading-section float-start w-full sm:col-span-2">{t('form.bounds')}</legend>
          <PercentField control={control} name="floorBps" label={t('form.floor')} hint={t('form.floorHint')} />
          <PercentField control={control} name="ceilingBps" label={t('form.ceiling')} hint={t('form.ceilingHint')} />
        </fieldset>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="ink" pending={save.isPending}>
            {t('form.save')}
          </Button>
          <Button onClick={() => void tryOut()}>{t('form.try')}</Button>
        </div>
      </Form>
      <SimulationPanel query={simulation} />
    </>
  );
}

function RuleRows({ control, setValue }: { control: RulesControl; setValue: UseFormSetValue<PricePolicy> }) {
  const { t } = useTranslation('price-rules');
  const { fields, append, remove } = useFieldArray({ control, name: 'rules' });
  return (
    <fieldset className="grid gap-4 border-t border-border pt-5">
      <legend className="heading-section float-start w-full">{t('form.rules')}</legend>
      {fields.length === 0 ? <p className="text-sm text-muted-foreground">{t('form.noRules')}</p> : null}
      {fields.map((field, index) => (
        <RuleRow key={field.id} control={control} setValue={setValue} index={index} onRemove={() => remove(index)} />
      ))}
      {fields.length < MAX_RULES ? (
        <div>
          <Button onClick={() => append({ kind: 'rush', ...USUAL.rush, from: 11, to: 12, less: false })}>
            <Plus aria-hidden />
            {t('form.add')}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

function RuleRow({
  control,
  setValue,
  index,
  onRemove,
}: {
  control: RulesControl;
  setValue: UseFormSetValue<PricePolicy>;
  index: number;
  onRemove: () => void;
}) {
  const { t } = useTranslation('price-rules');
  const name = `rules.${index}` as const;
  const { field } = useController({ control, name: `${name}.kind` });
  const kind = field.value;
  const id = useId();
  const choose = (chosen: PriceRuleKind) => {
    field.onChange(chosen);
    setValue(`${name}.threshold`, USUAL[chosen].threshold);
    setValue(`${name}.bps`, USUAL[chosen].bps);
    setValue(`${name}.less`, false);
  };
  return (
    <div
      role="group"
      aria-label={t('form.rule', { n: index + 1 })}
      className="grid items-start gap-4 border-b border-border pb-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <Field id={id} label={t('form.kind')} hint={t(`hint.${kind}`)}>
        <Select
          id={id}
          aria-describedby={`${id}-hint`}
          value={kind}
          options={PRICE_RULE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onValueChange={(value) => choose(value as PriceRuleKind)}
        />
      </Field>
      {kind === 'season' ? (
        <div className="grid grid-cols-2 gap-3 xl:grid-cols-1">
          <MonthField control={control} name={`${name}.from`} label={t('form.from')} />
          <MonthField control={control} name={`${name}.to`} label={t('form.to')} />
        </div>
      ) : (
        <TextField
          control={control}
          name={`${name}.threshold`}
          type="number"
          label={t(`threshold.${kind}`)}
          hint={t('form.between', THRESHOLDS[kind])}
        />
      )}
      <div className="grid gap-2">
        <PercentField control={control} name={`${name}.bps`} label={t(kind === 'volume' ? 'form.less' : 'form.more')} />
        {kind === 'season' ? <SwitchField control={control} name={`${name}.less`} label={t('form.lowers')} /> : null}
      </div>
      <Button
        variant="quiet"
        size="small"
        className="-ms-2.5 justify-self-start xl:ms-0 xl:mt-6.5 xl:size-[34px] xl:p-0"
        onClick={onRemove}
      >
        <Trash2 aria-hidden />
        <span className="xl:sr-only">{t('form.remove', { n: index + 1 })}</span>
      </Button>
    </div>
  );
}

function MonthField(bound: { control: RulesControl; name: FieldPath<PricePolicy>; label: string }) {
  const { id, field, error, attributes } = useBoundField<PricePolicy>(bound);
  const { 'aria-required': _required, ...rest } = attributes;
  return (
    <Field id={id} label={bound.label} error={error}>
      <Select
        {...rest}
        options={MONTHS.map((month) => ({ value: String(month), label: monthName(month, 'short') }))}
        value={String(field.value)}
        onValueChange={(value) => field.onChange(Number(value))}
      />
    </Field>
  );
}
