import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FeeCapRow } from '../../../server/features/payments/schema.ts';
import { DateField } from '@/components/form/DateField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ActDialog } from '@/features/platform/ActDialog.tsx';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Segmented } from '@/ui/segmented.tsx';

type FeeRule = 'amount' | 'until';
const DAY_MS = 24 * 3_600_000;

interface Allowance {
  amount?: number | null;
  until?: Date | null;
  note: string;
}

/** Lets a brand at its cap pay again: for a further amount of lost fees, or until a date. */
export function AllowFeesDialog({ row, onClose }: { row: FeeCapRow; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const formId = useFormId();
  const [rule, setRule] = useState<FeeRule>('amount');
  const form = useAppForm<Allowance, { note: string } & ({ amount: number } | { until: Date })>({
    schema: () =>
      import('@/features/platform/checks.ts').then((checks) =>
        rule === 'amount' ? checks.furtherFees : checks.feesUntil,
      ),
    defaultValues: { note: '' },
  });
  const allow = trpc.payments.allowFees.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.operators.invalidate(), api.cases.invalidate()]),
  });
  const { orgId, currency } = row;
  const choose = (next: FeeRule) => {
    setRule(next);
    // The refusal was about the other one.
    if (allow.isError) allow.reset();
  };
  return (
    <ActDialog
      title={t('fees.ask', { name: row.name })}
      submit={t('fees.open')}
      act={{ formId }}
      pending={allow.isPending}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p>{t('fees.text', { lost: format.money({ amount: row.lost, currency }) })}</p>
        <Form
          id={formId}
          form={form}
          draft={`fees.${orgId}`}
          guard={false}
          pending={allow.isPending}
          submitError={allow.error}
          onSubmit={(values) => allow.mutateAsync({ orgId, currency, ...values })}
        >
          <Segmented<FeeRule>
            label={t('fees.way')}
            value={rule}
            onValueChange={choose}
            options={[
              { value: 'amount', label: t('fees.byAmount') },
              { value: 'until', label: t('fees.byDate') },
            ]}
          />
          {rule === 'amount' ? (
            <MoneyField control={form.control} name="amount" label={t('fees.amount')} currency={currency} />
          ) : (
            <DateField
              control={form.control}
              name="until"
              label={t('fees.until')}
              min={new Date(Date.now() + DAY_MS)}
            />
          )}
          <TextField control={form.control} name="note" label={t('fees.note')} maxLength={500} />
        </Form>
      </div>
    </ActDialog>
  );
}
