import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CURRENCY_CODES, type Currency } from '../../../server/core/money.ts';
import type { feeInput, FeePreview } from '../../../server/features/fee-schedules/schema.ts';
import type * as z from 'zod';
import { DateField } from '@/components/form/DateField.tsx';
import { Form } from '@/components/form/Form.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { PercentField } from '@/components/form/PercentField.tsx';
import { SelectField } from '@/components/form/SelectField.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { countryOptions } from '@/lib/countries.ts';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { serverNow } from '@/lib/server-clock.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** Stands for "all" in a list, whose values are not empty. */
const ALL = 'all';

interface Fields {
  bps: number | null;
  currency: string;
  fixed: number | null;
  minimum: number | null;
  maximum: number | null;
  country: string;
  validFrom: Date | null;
  note: string;
}
type FeeInput = z.input<typeof feeInput>;

const toInput = (fields: Fields): FeeInput => {
  const currency = fields.currency === ALL ? null : (fields.currency as Currency);
  return {
    bps: fields.bps ?? 0,
    fixed: currency ? (fields.fixed ?? 0) : 0,
    minimum: currency ? fields.minimum : null,
    maximum: currency ? fields.maximum : null,
    country: fields.country === ALL ? null : fields.country,
    currency,
    validFrom: fields.validFrom ?? new Date(Number.NaN),
  };
};

const EMPTY: Fields = {
  bps: null,
  currency: ALL,
  fixed: null,
  minimum: null,
  maximum: null,
  country: ALL,
  validFrom: null,
  note: '',
};

/** The first press shows the fee on past payments, the second one proposes it; a changed field begins again. */
export function ProposeFee({ onDone }: { onDone: (sent: boolean) => void }) {
  const { t } = useTranslation('books');
  const { t: common } = useTranslation();
  const [shown, setShown] = useState<FeeInput | null>(null);
  const form = useAppForm<Fields, Fields>({
    schema: () => import('@/features/platform/checks.ts').then((check) => check.feeForm),
    defaultValues: EMPTY,
  });
  const propose = trpc.feeSchedules.propose.useMutation({ onSettled: () => api.approvals.invalidate() });
  const preview = useQuery({
    ...api.feeSchedules.preview.queryOptions(shown ?? toInput({ ...EMPTY, validFrom: new Date(0) })),
    enabled: shown !== null,
    retry: false,
  });
  useEffect(() => {
    const { unsubscribe } = form.watch((_, { name }) => {
      if (name !== 'note') setShown(null);
    });
    return unsubscribe;
  }, [form]);
  const submit = async (fields: Fields) => {
    const input = toInput(fields);
    if (!shown) return setShown(input);
    await propose.mutateAsync({ ...input, note: fields.note });
    onDone(true);
  };
  return (
    <Form
      form={form}
      draft="fee-schedule"
      submitError={propose.error ?? (shown ? preview.error : null)}
      pending={propose.isPending}
      onSubmit={submit}
      className="my-4 rounded-lg border border-border bg-card p-4.5"
    >
      <FeeFields control={form.control} currency={form.watch('currency')} />
      <TextareaField control={form.control} name="note" label={t('fees.note')} maxLength={500} rows={2} />
      {shown && preview.data ? <Preview preview={preview.data} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="ink" pending={propose.isPending || (shown !== null && preview.isFetching)}>
          {t(shown && preview.data ? 'fees.submit' : 'fees.preview')}
        </Button>
        <Button onClick={() => onDone(false)}>{common('action.cancel')}</Button>
      </div>
    </Form>
  );
}

function FeeFields({ control, currency }: { control: Control<Fields, unknown, Fields>; currency: string }) {
  const { t } = useTranslation('books');
  const format = useFormat();
  const countries = countryOptions((code) => format.countryName(code), currentLocale());
  const chosen = CURRENCY_CODES.find((code) => code === currency);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <PercentField control={control} name="bps" label={t('fees.percent')} />
        <SelectField
          control={control}
          name="currency"
          label={t('fees.currency')}
          options={[
            { value: ALL, label: t('fees.allCurrencies') },
            ...CURRENCY_CODES.map((value) => ({ value, label: value })),
          ]}
        />
        <SelectField
          control={control}
          name="country"
          label={t('fees.country')}
          options={[{ value: ALL, label: t('fees.allCountries') }, ...countries]}
        />
      </div>
      {chosen ? (
        <div className="grid gap-5 sm:grid-cols-3">
          <MoneyField control={control} name="fixed" label={t('fees.fixed')} currency={chosen} optional />
          <MoneyField control={control} name="minimum" label={t('fees.minimum')} currency={chosen} optional />
          <MoneyField control={control} name="maximum" label={t('fees.maximum')} currency={chosen} optional />
        </div>
      ) : (
        <p className="text-sm text-muted-foreground">{t('fees.sumsHint')}</p>
      )}
      <DateField
        control={control}
        name="validFrom"
        as="start"
        min={new Date(serverNow() + 24 * 3_600_000)}
        label={t('fees.validFrom')}
        hint={t('fees.validFromHint')}
        className="max-w-70"
      />
    </>
  );
}

function Preview({ preview }: { preview: FeePreview }) {
  const { t } = useTranslation('books');
  const format = useFormat();
  if (preview.rows.length === 0) return <Alert>{t('fees.nothingPaid', { days: format.number(preview.days) })}</Alert>;
  return (
    <section aria-labelledby="fee-preview" role="status">
      <h3 id="fee-preview" className="heading-item">
        {t('fees.previewTitle', { days: format.number(preview.days) })}
      </h3>
      <div className="overflow-x-auto">
        <table className="w-full text-sm">
          <thead className="text-muted-foreground">
            <tr>
              {(['payments', 'charged', 'then', 'difference', 'higher', 'lower'] as const).map((column) => (
                <th key={column} scope="col" className="py-1.5 pe-4 text-end font-normal first:text-start">
                  {t(`fees.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.rows.map(({ currency, payments, feeNow, feeThen, higher, lower }) => (
              <tr key={currency} className="border-t border-border">
                <td className="figures py-1.5 pe-4">{format.number(payments)}</td>
                {[feeNow, feeThen, feeThen - feeNow].map((amount, i) => (
                  <td key={i} className="py-1.5 pe-4 text-end">
                    <MoneyText money={{ amount, currency }} />
                  </td>
                ))}
                <td className="figures py-1.5 pe-4 text-end">{format.number(higher)}</td>
                <td className="figures py-1.5 pe-4 text-end">{format.number(lower)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
